public import Testing

/// Gives tests threads apart from those of others. All tests begin at once, on as many threads as there are processors: who
/// waits on one of them keeps it from others, and who gives it back stands behind a thousand others for the next step.
public struct ThreadsApart: SuiteTrait, TestTrait, TestScoping {
    public let isRecursive = true
    /// Each priority has threads of its own.
    let priority: TaskPriority

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withoutActuallyEscaping(function) { [priority] function in
            try await Task(priority: priority) { try await function() }.value
        }
    }
}

extension Trait where Self == ThreadsApart {
    /// For tests of many short steps, such as those that speak with a server or a browser.
    public static var promptly: ThreadsApart { ThreadsApart(priority: .high) }
    /// For tests that wait for other programs most of the time.
    public static var besideOthers: ThreadsApart { ThreadsApart(priority: .low) }
}
