import Gate

/// The numbers on a gate's screen: this gate's verdicts since it opened, and the event's figures from the main store
/// plus this gate's changes since they were fetched.
struct GateTotals: Sendable {
    /// The number of this gate's verdicts by outcome name.
    private(set) var verdicts: [String: Int] = [:]
    private var local = Local()
    private var fetched: AttendanceFigures?
    /// This gate's counts when the figures were fetched.
    private var localAtFetch = Local()

    /// This gate's changes, counted as the main store counts them.
    private struct Local {
        var admitted = 0
        var inside = 0
        var refused = 0
        /// Records in the ledger chain. Pending refusals are not in it yet.
        var recorded = 0
    }

    mutating func add(_ verdict: Verdict) {
        verdicts[verdict.outcome.name, default: 0] += 1
        local.admitted += verdict.headcountChange.admitted
        local.inside += verdict.headcountChange.inside
        switch verdict.outcome {
        case .admit, .exit, .void: local.recorded += 1
        case .refuse: local.refused += 1
        case .repeat, .undecided: break
        }
    }

    /// - Parameter before: this gate's counts when the figures were fetched.
    mutating func replace(_ figures: AttendanceFigures, askedWith before: GateTotals) {
        fetched = figures
        localAtFetch = before.local
    }

    /// The event's current figures; nil until they were fetched once.
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

    /// `12 admitted · 2 refused`
    var summary: String {
        let names = [
            ("admit", "admitted"), ("exit", "out"), ("void", "undone"), ("refuse", "refused"),
            ("repeat", "repeated"), ("undecided", "undecided"),
        ]
        let parts = names.compactMap { name, word in verdicts[name].map { "\($0) \(word)" } }
        return parts.isEmpty ? "nobody yet" : parts.joined(separator: " · ")
    }
}
