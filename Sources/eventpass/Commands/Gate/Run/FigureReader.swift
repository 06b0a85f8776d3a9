import Dispatch
import Management
import Synchronization
import Ticketing

/// Asks the office for an event's figures, beside the gate: with many people inside that takes a while, and a scan must
/// not wait for it.
final class FigureReader: Sendable {
    private enum State {
        case idle
        case asking
        case answered(Result<GateFigures, any Error>)
    }

    private let books: any GateBooks
    private let function: EventFunction?
    private let queue = DispatchQueue(label: "figures", qos: .utility)
    private let state = Mutex(State.idle)

    /// - Parameter books: on a connection that the gate does not use.
    init(_ books: any GateBooks, function: EventFunction?) {
        self.books = books
        self.function = function
    }

    /// Asks and waits.
    func figures() throws -> GateFigures { try GateFigures(books.attendance(), at: function, pack: books.packState()) }

    /// Asks, unless an answer is still on its way. False then.
    func ask() -> Bool {
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

    /// Waits for an answer that is still on its way.
    func finish() { queue.sync {} }

    /// The answer, once.
    func taken() throws -> GateFigures? {
        let answer = state.withLock { state -> Result<GateFigures, any Error>? in
            guard case .answered(let answer) = state else { return nil }
            state = .idle
            return answer
        }
        return try answer?.get()
    }
}
