public import Testing

/// Gives tests threads that no other test blocks: `@Suite("…", .promptly)`. For tests that are made of many short steps, such
/// as those that speak with a browser or a server: behind a thousand others, each step would wait for its turn.
public struct Promptly: SuiteTrait, TestTrait, TestScoping {
    public let isRecursive = true

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        // Each priority has threads of its own.
        try await withoutActuallyEscaping(function) { function in
            try await Task(priority: .high) { try await function() }.value
        }
    }
}

extension Trait where Self == Promptly {
    public static var promptly: Promptly { Promptly() }
}
