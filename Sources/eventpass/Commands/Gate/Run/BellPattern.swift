import Gate

/// What a verdict sounds like on a terminal that has one tone: how often it rings.
struct BellPattern {
    /// Between two rings, so that they are heard as two.
    static let gap = Duration.milliseconds(180)

    private var due: [Duration] = []

    /// When the next ring is due.
    var deadline: Duration? { due.first }

    /// A newer verdict's rings take the place of those before.
    mutating func begin(_ outcome: Verdict.Outcome, at now: Duration) {
        due = (0..<outcome.rings).map { now + BellPattern.gap * $0 }
    }

    /// Whether it rings now.
    mutating func rings(at now: Duration) -> Bool {
        guard let first = due.first, now >= first else { return false }
        due.removeFirst()
        return true
    }
}

extension Verdict.Outcome {
    /// Once for who may pass, more often for who may not.
    var rings: Int {
        switch self {
        case .admit, .exit, .void: 1
        case .repeat: 2
        case .refuse, .undecided: 3
        }
    }
}
