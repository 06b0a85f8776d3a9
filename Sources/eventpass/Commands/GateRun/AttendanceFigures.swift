import Dispatch
import Gate
import Languages
import Management
import Presentation
import Synchronization
import Ticketing

/// The attendance figures of an event, or of a gate's sub-event.
struct AttendanceFigures: Hashable, Sendable {
    /// The number of people that the tickets admit; for a sub-event, the number of people who are invited to the
    /// sub-event.
    var expected: Int
    var admitted: Int
    var inside: Int
    /// The number of refused scans of the whole event, even if the other figures are for one sub-event.
    var refused: Int
    /// The gate pack's state; nil if the figures are from the main store.
    var pack: GatePackState?

    init(expected: Int, admitted: Int, inside: Int, refused: Int, pack: GatePackState? = nil) {
        self.expected = expected
        self.admitted = admitted
        self.inside = inside
        self.refused = refused
        self.pack = pack
    }

    init(_ attendance: Attendance, at subEvent: SubEvent?, pack: GatePackState?) {
        let figures = subEvent.map { served in attendance.subEvents.first { $0.subEvent.number == served.number } }
        self.init(
            expected: figures.map { $0?.expected ?? 0 } ?? attendance.expected,
            admitted: figures.map { $0?.admitted ?? 0 } ?? attendance.admitted ?? 0,
            inside: figures.map { $0?.inside ?? 0 } ?? attendance.inside ?? 0,
            refused: attendance.refused, pack: pack)
    }
}

/// The numbers on a gate's screen: this gate's verdicts since the gate opened, and the event's figures. The event's
/// figures are fetched at intervals. Between two fetches, this gate's changes are added to the fetched figures.
struct GateTotals: Sendable {
    /// The numbers of this gate's verdicts, by kind.
    private(set) var verdicts: [Verdict.Outcome.Kind: Int] = [:]
    private var local = Local()
    private var fetched: AttendanceFigures?
    /// This gate's counts when the fetch of the figures began. Only later changes are added to the fetched figures.
    private var localAtFetch = Local()

    /// The changes to the event's figures that this gate has caused since it opened.
    private struct Local {
        var admitted = 0
        var inside = 0
        var refused = 0
        /// The number of records of admissions, exits and undos that this gate added to the ledger. Refusals are not
        /// counted here, because the gate records them later.
        var recorded = 0
    }

    mutating func add(_ verdict: Verdict) {
        verdicts[verdict.outcome.kind, default: 0] += 1
        // The figures of the event do not contain the verdicts of a rehearsal, because these are not recorded.
        guard !verdict.isRehearsal else { return }
        local.admitted += verdict.headcountChange.admitted
        local.inside += verdict.headcountChange.inside
        switch verdict.outcome {
        case .admit, .exit, .void: local.recorded += 1
        case .refuse: local.refused += 1
        case .repeat, .undecided: break
        }
    }

    /// Replaces the event's figures with newly fetched figures.
    ///
    /// - Parameter before: this gate's totals when the fetch of the figures began.
    mutating func replace(_ figures: AttendanceFigures, askedWith before: GateTotals) {
        fetched = figures
        localAtFetch = before.local
    }

    /// The event's current figures; nil until the figures are fetched for the first time.
    var event: AttendanceFigures? {
        fetched.map { known in
            var event = known
            event.admitted += local.admitted - localAtFetch.admitted
            event.inside = max(0, known.inside + local.inside - localAtFetch.inside)
            event.refused += local.refused - localAtFetch.refused
            event.pack?.unsynced += local.recorded - localAtFetch.recorded
            return event
        }
    }

    /// The verdicts in one line, such as `12 admitted · 2 refused`.
    func summary(in language: Language) -> String {
        let parts = Verdict.Outcome.Kind.allCases.compactMap { kind in
            verdicts[kind].map { language.text(kind.count, ["count": .number($0)]) }
        }
        return parts.isEmpty ? language.text(GateScreenSentence.nobodyYet) : parts.joined(separator: " · ")
    }
}

extension Verdict.Outcome.Kind {
    /// The sentence for a number of verdicts of this kind, such as `12 admitted`.
    fileprivate var count: GateScreenSentence {
        switch self {
        case .admit: .admitted
        case .exit: .out
        case .void: .undone
        case .refuse: .refused
        case .repeat: .repeated
        case .undecided: .undecided
        }
    }
}

/// Fetches an event's attendance figures on a background queue. If many people are inside, a fetch can take a while,
/// and scans must not wait for the fetch.
final class AttendanceFetcher: Sendable {
    private enum State {
        case idle
        case asking
        case answered(Result<AttendanceFigures, any Error>)
    }

    private let dataSource: any GateDataSource
    private let subEvent: SubEvent?
    private let queue = DispatchQueue(label: "figures", qos: .utility)
    private let state = Mutex(State.idle)

    /// - Parameter dataSource: the event data, on a connection that the gate does not use.
    init(_ dataSource: any GateDataSource, subEvent: SubEvent?) {
        self.dataSource = dataSource
        self.subEvent = subEvent
    }

    /// Fetches the figures synchronously.
    func figures() throws -> AttendanceFigures {
        try AttendanceFigures(dataSource.attendance(), at: subEvent, pack: dataSource.packState())
    }

    /// Starts a fetch and returns true. Does nothing and returns false if a fetch is running, or if `consumeResult` has
    /// not returned the last result yet.
    func startFetching() -> Bool {
        let begins = state.withLock { state in
            guard case .idle = state else { return false }
            state = .asking
            return true
        }
        if begins {
            queue.async { [self] in
                let result = Result { try figures() }
                state.withLock { $0 = .answered(result) }
            }
        }
        return begins
    }

    func waitForResult() { queue.sync {} }

    /// The result of the last fetch. Nil if there is no finished fetch, or if an earlier call has already returned its
    /// result.
    func consumeResult() throws -> AttendanceFigures? {
        let result = state.withLock { state -> Result<AttendanceFigures, any Error>? in
            guard case .answered(let result) = state else { return nil }
            state = .idle
            return result
        }
        return try result?.get()
    }
}
