import FileAccess
import Management
import Presenting
import PrintShop
import ServiceLifecycle
import Store
import Synchronization
import Ticketing

/// Where paper is printed: runs one after the other, on a thread of their own, and previews on another. A run goes on when
/// nobody looks, and ends tidily with the server; the store knows how far it was.
final class PrintRoom: Sendable {
    /// A batch of an event.
    struct Key: Hashable, Sendable {
        let event: EventNumber
        let batch: Int
    }

    let supplies: PrintSupplies
    let layouts: LayoutFolder
    /// For what is looked at before it is printed.
    let previews: StoreThreads
    private let press: StoreThreads
    private let now: @Sendable () -> Instant
    private let log: LogSink
    private let states = Mutex<[Key: PrintState]>([:])

    /// - Throws: what opening the store does.
    init(_ supplies: PrintSupplies, _ premises: Premises, log: @escaping LogSink) throws {
        self.supplies = supplies
        layouts = LayoutFolder(own: supplies.layouts)
        previews = StoreThreads("previews", count: 1, patience: 50, premises.openStore)
        press = StoreThreads("press", count: 1, patience: 50, premises.openStore)
        now = premises.now
        self.log = log
    }

    func state(of key: Key) -> PrintState? { states.withLock { $0[key] } }

    /// Says what there is to say of a batch beside what the store knows, until something else is.
    func note(_ texts: [String], of key: Key) { states.withLock { $0[key] = texts.isEmpty ? nil : .told(texts) } }

    /// Prints what is not printed of a batch, once, however often it is asked for.
    func start(_ key: Key, for pass: Pass) {
        let isFree = states.withLock { states in
            if states[key]?.isUnderWay ?? false { return false }
            states[key] = .waiting
            return true
        }
        guard isFree else { return }
        let stop = StopMark()
        Task {
            await withGracefulShutdownHandler {
                do {
                    let told = try await press.run { store in try self.print(key, for: pass, store, stop) }
                    note(told, of: key)
                } catch {
                    fail(error, key)
                }
            } onGracefulShutdown: {
                stop.raise()
            }
        }
    }

    /// Waits until a run that is told to stop has stopped: what is there of it by then is whole, or is taken up again.
    func close() async { await press.rest() }

    private func fail(_ error: any Error, _ key: Key) {
        let words: String? =
            switch error {
            case is SignInNeeded: "who asked for it had signed out before it began."
            case is BatchPrinter.Interrupted: "the server was stopped."
            case let problem as Problem: problem.detail
            case let error as any ExplainedError where error.kind != .trouble: error.description
            default: nil
            }
        states.withLock { $0[key] = .failed(words) }
        if words == nil {
            // Its text may name files; its type does not.
            log(LogRecord(level: .error, event: "fault", fields: [("kind", .text("\(type(of: error))"))]))
        }
    }

    /// - Returns: what there is to say of it.
    private func print(_ key: Key, for pass: Pass, _ store: Store, _ stop: StopMark) throws -> [String] {
        guard let (office, _) = try pass.office(at: Entrance(to: store, clock: now)) else { throw SignInNeeded() }
        guard let event = try office.events().first(where: { $0.number == key.event }) else {
            throw ManagementError.unknownEvent("\(key.event)", known: [])
        }
        let state = try office.batch(key.batch, of: event)
        if state.isFinished { return [] }
        guard supplies.holds(state.batch.plan.output) else { throw PrintFault.elsewhere(batch: key.batch) }
        let watch = PrintWatch(tell: { news in self.take(news, key) }, isStopped: { stop.isRaised })
        let printer = try BatchPrinter(
            office, event, state.batch, try layouts.load(of: state.batch), supplies.ring(), .everySymbol,
            clock: now,
            watch: watch)
        return try printer.printFiles(besides: state, existing: .refuse).sentences(of: state.batch)
    }

    private func take(_ news: PrintWatch.News, _ key: Key) {
        states.withLock { states in
            switch news {
            case .drawing(let sheets): states[key] = .drawing(done: 0, of: sheets)
            case .readingBack(let pages): states[key] = .readingBack(done: 0, of: pages)
            case .done(let count): states[key] = states[key]?.done(count)
            case .over, .takenUp: break
            }
        }
    }
}

/// Raised when the server is told to stop.
private final class StopMark: Sendable {
    private let mark = Atomic(false)
    var isRaised: Bool { mark.load(ordering: .relaxed) }
    func raise() { mark.store(true, ordering: .relaxed) }
}
