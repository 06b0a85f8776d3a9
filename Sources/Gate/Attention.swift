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

    /// The kinds of remarks. The raw values are used in JSON.
    public enum Kind: String, CaseIterable, Sendable {
        case identity, note
        case doubleAdmission = "let_in_twice"
    }

    public var kind: Kind {
        switch self {
        case .identity: .identity
        case .note: .note
        case .doubleAdmission: .doubleAdmission
        }
    }

    /// Whether gate staff see this remark beside every verdict. If false, they see the remark only when people enter.
    var appliesToEveryVerdict: Bool { if case .doubleAdmission = self { true } else { false } }
}
