import Dispatch
import Management
import Synchronization
import Ticketing

/// Fetches an event's attendance figures on a background queue. This can take a while with many people inside, and
/// scans must not wait for it.
final class AttendanceFetcher: Sendable {
    private enum State {
        case idle
        case asking
        case answered(Result<AttendanceFigures, any Error>)
    }

    private let books: any GateDataSource
    private let function: EventFunction?
    private let queue = DispatchQueue(label: "figures", qos: .utility)
    private let state = Mutex(State.idle)

    /// - Parameter books: the event data, on a connection that the gate does not use.
    init(_ books: any GateDataSource, function: EventFunction?) {
        self.books = books
        self.function = function
    }

    /// Fetches the figures synchronously.
    func figures() throws -> AttendanceFigures {
        try AttendanceFigures(books.attendance(), at: function, pack: books.packState())
    }

    /// Starts a fetch. Returns false if one is already running.
    func startFetching() -> Bool {
        let begins = state.withLock { state in
            guard case .idle = state else { return false }
            state = .asking
            return true
        }
        if begins {
            queue.async { [self] in
                let answer = Result { try figures() }
                state.withLock { $0 = .answered(answer) }
            }
        }
        return begins
    }

    /// Waits for a running fetch.
    func waitForResult() { queue.sync {} }

    /// The result of the last fetch; nil before it has finished, or if it was returned before.
    func takeResult() throws -> AttendanceFigures? {
        let answer = state.withLock { state -> Result<AttendanceFigures, any Error>? in
            guard case .answered(let answer) = state else { return nil }
            state = .idle
            return answer
        }
        return try answer?.get()
    }
}
