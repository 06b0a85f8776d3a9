public import Ticketing

/// What the person at the gate looks at beside a verdict (GATE, “Attention”).
public enum Attention: Hashable, Sendable {
    /// Looks at identity cards: nobody younger may pass. In years.
    case identity(minimumAge: Int)
    /// Reads what the office wrote about the ticket, or about all of its type.
    case note(String)
    /// Knows that people came in twice on the ticket, at gates that did not know of each other: the last time that it
    /// happened.
    case letInTwice(first: Admission, second: Admission)

    /// Whether it concerns the ticket whatever the verdict is, and not only the people who pass.
    var isForEveryVerdict: Bool { if case .letInTwice = self { true } else { false } }
}
