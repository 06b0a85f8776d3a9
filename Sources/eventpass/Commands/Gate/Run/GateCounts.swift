import Gate
import Management
import Ticketing

/// What the office knows of an event, or of the function that a gate serves.
struct GateFigures: Hashable, Sendable {
    /// People whom the tickets admit; nil at a function.
    let expected: Int?
    let admitted: Int
    let inside: Int
    /// Scans that were refused at the event.
    let refused: Int

    init(expected: Int?, admitted: Int, inside: Int, refused: Int) {
        self.expected = expected
        self.admitted = admitted
        self.inside = inside
        self.refused = refused
    }

    init(_ attendance: Attendance, at function: EventFunction?) {
        let refused = attendance.refusals.reduce(0) { $0 + $1.count }
        guard let function else {
            self.init(
                expected: attendance.expected, admitted: attendance.admitted, inside: attendance.inside,
                refused: refused)
            return
        }
        let places = attendance.functions.first { $0.function.number == function.number }
        self.init(expected: nil, admitted: places?.admitted ?? 0, inside: places?.inside ?? 0, refused: refused)
    }
}

/// The numbers of a page: what this gate did since it opened, and what the office knows, with what this gate has done
/// since the office was asked.
struct GateCounts: Sendable {
    /// Verdicts of this gate, by the names of their outcomes.
    private(set) var verdicts: [String: Int] = [:]
    private var admitted = 0
    private var inside = 0
    private var known: GateFigures?
    /// This gate's own when the office was asked.
    private var asked = (admitted: 0, inside: 0, refused: 0)

    mutating func add(_ verdict: Verdict, people: Int) {
        verdicts[verdict.outcome.name, default: 0] += 1
        switch verdict.outcome {
        case .admit(let again):
            // Some of a party may have been in before: the office's next answer knows.
            admitted += again ? 0 : people
            inside += people
        case .exit: inside -= people
        // How many of them came in is in the office's next answer.
        case .void, .repeat, .refuse, .undecided: break
        }
    }

    /// - Parameter before: the counts of the moment when the office was asked.
    mutating func replace(_ figures: GateFigures, askedWith before: GateCounts) {
        known = figures
        asked = (before.admitted, before.inside, before.refused)
    }

    /// Nil until the office has answered.
    var event: GateFigures? {
        known.map { known in
            GateFigures(
                expected: known.expected, admitted: known.admitted + admitted - asked.admitted,
                inside: max(0, known.inside + inside - asked.inside),
                refused: known.refused + refused - asked.refused)
        }
    }

    private var refused: Int { verdicts["refuse"] ?? 0 }

    /// `12 admitted · 2 refused`
    var summary: String {
        let names = [
            ("admit", "admitted"), ("exit", "out"), ("refuse", "refused"), ("repeat", "repeated"),
            ("undecided", "undecided"),
        ]
        let parts = names.compactMap { name, word in verdicts[name].map { "\($0) \(word)" } }
        return parts.isEmpty ? "nobody yet" : parts.joined(separator: " · ")
    }
}
