/// The reason why a drawing could not be rendered.
public enum DrawingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// An error reported by cairo.
    case cairo(String)
    /// No font of this family is installed.
    case missingFont(family: String)
    /// No font at all is installed.
    case noFonts
    case artwork(ArtworkError)

    public var description: String {
        switch self {
        case .cairo(let why): "the picture could not be drawn: \(why)"
        case .missingFont(let family):
            "the font “\(family)” is not installed: "
                + "install it, or use another font (sans-serif, serif and monospace are always available)"
        case .noFonts: "no font is installed, so no text can be drawn: install one"
        case .artwork(let fault): fault.description
        }
    }
}
