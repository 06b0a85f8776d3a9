public import Testing

/// Runs tests with a task priority that most tests do not have. Each priority has separate threads, so these tests do
/// not share threads with most other tests. Otherwise, a test that blocks its thread would delay other tests, and a
/// suspended test would wait for many other tests before it continues.
public struct ThreadsApart: SuiteTrait, TestTrait, TestScoping {
    public let isRecursive = true
    let priority: TaskPriority
    /// Limits the number of tests that run at once; nil for no limit.
    var room: Room?

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
    ) async throws {
        await room?.enter()
        do {
            try await withoutActuallyEscaping(body) { [priority] body in
                try await Task(priority: priority) { try await body() }.value
            }
        } catch {
            await room?.leave()
            throw error
        }
        await room?.leave()
    }
}

/// A limited number of permits. A caller waits until a permit is free.
actor Room {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ permits: Int) { free = permits }

    func enter() async {
        if free > 0 {
            free -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    func leave() {
        if waiting.isEmpty {
            free += 1
        } else {
            waiting.removeFirst().resume()
        }
    }
}

extension Trait where Self == ThreadsApart {
    /// For tests with many short steps in a browser. Only one such test runs at a time, because a browser uses several
    /// processes. `.serialized` is not used instead, because a test would then wait for all tests that started before
    /// it.
    public static var browsing: ThreadsApart { ThreadsApart(priority: .high, room: ThreadsApart.browsers) }
    /// For tests with a server in this process. At most twelve run at a time, because a server uses many files and
    /// connections.
    public static var serving: ThreadsApart { ThreadsApart(priority: .high, room: ThreadsApart.servers) }
    /// For tests that mostly wait for other programs.
    public static var lowPriority: ThreadsApart { ThreadsApart(priority: .low) }
}

extension ThreadsApart {
    fileprivate static let browsers = Room(1)
    fileprivate static let servers = Room(12)
}
