public import Testing

/// Runs tests on separate threads. All tests start at once on as many threads as there are processors: a test that
/// blocks a thread keeps it from the others, and a test that suspends waits behind a thousand others for its next step.
public struct ThreadsApart: SuiteTrait, TestTrait, TestScoping {
    public let isRecursive = true
    /// Each priority has its own threads.
    let priority: TaskPriority
    /// Limits the number of concurrent tests.
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

/// A limited number of permits; a caller without one waits.
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
    /// For tests with many short steps in a browser, which uses several processes: one at a time. Not `.serialized`,
    /// because the next test would start only after everything that had started before it.
    public static var browsing: ThreadsApart { ThreadsApart(priority: .high, room: ThreadsApart.browsers) }
    /// For tests with a server in this process, which uses files and connections: few at a time.
    public static var serving: ThreadsApart { ThreadsApart(priority: .high, room: ThreadsApart.servers) }
    /// For tests that mostly wait for other programs.
    public static var lowPriority: ThreadsApart { ThreadsApart(priority: .low) }
}

extension ThreadsApart {
    fileprivate static let browsers = Room(1)
    fileprivate static let servers = Room(12)
}
