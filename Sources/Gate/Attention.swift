/// What the person at the gate does beside an `admit` (GATE, “Attention”).
public enum Attention: Hashable, Sendable {
    /// Looks at identity cards: nobody younger may pass. In years.
    case identity(minimumAge: Int)
    /// Reads what the office wrote about the ticket, or about all of its type.
    case note(String)
}
