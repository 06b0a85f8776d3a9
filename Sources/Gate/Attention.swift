public import Ticketing

/// A remark beside a verdict: something that gate staff must check or know (Docs/Gate.md, “Attention”).
public enum Attention: Hashable, Sendable {
    /// Check identity cards: everyone must have reached this age, in years.
    case identity(minimumAge: Int)
    /// The organizer's note about the ticket or its type.
    case note(String)
    /// Two gates have both admitted people on this ticket, because neither had the records of the other gate. `first`
    /// and `second` are the latest two such admissions.
    case doubleAdmission(first: Admission, second: Admission)

    /// Whether gate staff see this remark beside every verdict. If false, they see the remark only when people enter.
    var appliesToEveryVerdict: Bool { if case .doubleAdmission = self { true } else { false } }
}
