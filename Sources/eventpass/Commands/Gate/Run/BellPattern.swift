import Gate

/// The bell rings of a verdict. A terminal has only one tone, so verdicts differ in the number of rings.
struct BellSchedule {
    /// The pause between two rings.
    static let gap = Duration.milliseconds(180)

    private var due: [Duration] = []

    /// When the next ring is due.
    var deadline: Duration? { due.first }

    /// Schedules the rings of a verdict, instead of any earlier ones.
    mutating func schedule(_ outcome: Verdict.Outcome, at now: Duration) {
        due = (0..<outcome.ringCount).map { now + BellSchedule.gap * $0 }
    }

    /// Whether a ring is due now. Removes it from the schedule.
    mutating func ringCount(at now: Duration) -> Bool {
        guard let first = due.first, now >= first else { return false }
        due.removeFirst()
        return true
    }
}

extension Verdict.Outcome {
    /// The number of rings: one if people may pass, two or three if not.
    var ringCount: Int {
        switch self {
        case .admit, .exit, .void: 1
        case .repeat: 2
        case .refuse, .undecided: 3
        }
    }
}
