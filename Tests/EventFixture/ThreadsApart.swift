public import Testing

/// Gives tests threads apart from those of others. All tests begin at once, on as many threads as there are processors: who
/// waits on one of them keeps it from others, and who gives it back stands behind a thousand others for the next step.
public struct ThreadsApart: SuiteTrait, TestTrait, TestScoping {
    public let isRecursive = true
    /// Each priority has threads of its own.
    let priority: TaskPriority
    /// Where only some may be at work at once.
    var room: Room?

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        await room?.enter()
        do {
            try await withoutActuallyEscaping(function) { [priority] function in
                try await Task(priority: priority) { try await function() }.value
            }
        } catch {
            await room?.leave()
            throw error
        }
        await room?.leave()
    }
}

/// A few places; who finds none waits for one.
actor Room {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ places: Int) { free = places }

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
    /// For tests of many short steps with a browser, which is several processes: one at a time. Not `.serialized`: the next
    /// one would begin when everything that was begun before it is over.
    public static var browsing: ThreadsApart { ThreadsApart(priority: .high, room: ThreadsApart.browsers) }
    /// For those with a server in this process, which has files and connections: few of them at once.
    public static var serving: ThreadsApart { ThreadsApart(priority: .high, room: ThreadsApart.servers) }
    /// For tests that wait for other programs most of the time.
    public static var besideOthers: ThreadsApart { ThreadsApart(priority: .low) }
}

extension ThreadsApart {
    fileprivate static let browsers = Room(1)
    fileprivate static let servers = Room(12)
}
