public import Ticketing

/// Something that gate staff must check or know, shown beside a verdict (Docs/Gate.md, “Attention”).
public enum Attention: Hashable, Sendable {
    /// Check identity cards: everyone must have reached this age, in years.
    case identity(minimumAge: Int)
    /// The organizer's note about the ticket or its type.
    case note(String)
    /// Two gates that could not see each other's records have both admitted people on this ticket. `first` and `second`
    /// are the latest two such admissions.
    case doubleAdmission(first: Admission, second: Admission)

    /// Whether gate staff see this remark beside every verdict. If false, they see the remark only when people enter.
    var appliesToEveryVerdict: Bool { if case .doubleAdmission = self { true } else { false } }
}
