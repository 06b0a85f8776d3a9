/// The value of a field, in a representation that all entities share.
public enum FieldContent: Hashable, Sendable {
    /// The field has no value.
    case empty
    case text(String)
    case number(Int)
    case flag(Bool)
    case time(Instant)
    case money(Money)
    case position(Coordinates)
    /// Names or other texts in the order in which they were entered, or several choices in alphabetical order.
    case names([String])
}
