/// A warning about a text on a ticket that could not be drawn as intended.
public struct TextWarning: Hashable, Sendable {
    /// The field of the ticket, such as `holder` or `title`.
    public let field: String
    /// Whether the text was too long and ends in “…”.
    public let isTruncated: Bool
    /// Whether the text is complete but very small. The letters of some scripts are taller than the line, so they are
    /// drawn too small to read easily.
    public let isTooSmall: Bool
    /// Characters that no installed font contains; they are drawn as boxes.
    public let missingGlyphs: [Unicode.Scalar]
}
