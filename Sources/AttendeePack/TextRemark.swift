/// A text of a ticket that could not be drawn as it is.
public struct TextRemark: Hashable, Sendable {
    /// Which one: `holder`, `title`.
    public let field: String
    /// Whether it was too long and ends in “…”.
    public let isCut: Bool
    /// Whether all letters are there, in smaller type than is easy to read: their script is higher than the line.
    public let isTooSmall: Bool
    /// Characters that no installed font has: they are drawn as boxes.
    public let missing: [Unicode.Scalar]
}
