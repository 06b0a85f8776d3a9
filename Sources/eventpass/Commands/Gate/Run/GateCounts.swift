import Gate

/// The numbers of a page: what this gate did since it opened, and what the office knows, with what this gate has done
/// since the office was asked.
struct GateCounts: Sendable {
    /// Verdicts of this gate, by the names of their outcomes.
    private(set) var verdicts: [String: Int] = [:]
    private var own = Own()
    private var known: GateFigures?
    /// This gate's own when the office was asked.
    private var asked = Own()

    /// What this gate has done, as the office counts it.
    private struct Own {
        var admitted = 0
        var inside = 0
        var refused = 0
        /// In the chain; refusals wait before they come there.
        var recorded = 0
    }

    mutating func add(_ verdict: Verdict) {
        verdicts[verdict.outcome.name, default: 0] += 1
        own.admitted += verdict.change.admitted
        own.inside += verdict.change.inside
        switch verdict.outcome {
        case .admit, .exit, .void: own.recorded += 1
        case .refuse: own.refused += 1
        case .repeat, .undecided: break
        }
    }

    /// - Parameter before: the counts of the moment when the office was asked.
    mutating func replace(_ figures: GateFigures, askedWith before: GateCounts) {
        known = figures
        asked = before.own
    }

    /// Nil until the office has answered.
    var event: GateFigures? {
        known.map { known in
            var event = known
            event.admitted += own.admitted - asked.admitted
            event.inside = max(0, known.inside + own.inside - asked.inside)
            event.refused += own.refused - asked.refused
            event.pack?.unsynced += own.recorded - asked.recorded
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
