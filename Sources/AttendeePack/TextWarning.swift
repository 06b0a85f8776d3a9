/// A warning about a text on a ticket that could not be drawn as intended.
public struct TextWarning: Hashable, Sendable {
    /// The field of the ticket, such as `holder` or `title`.
    public let field: String
    /// Whether the text was too long and ends in “…”.
    public let isTruncated: Bool
    /// Whether the complete text is drawn in letters that are too small to read easily, because the script's letters
    /// are taller than the line.
    public let isTooSmall: Bool
    /// Characters that no installed font contains; they are drawn as boxes.
    public let missingGlyphs: [Unicode.Scalar]
}
