/// Why a picture could not be drawn.
public enum DrawingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What cairo says.
    case cairo(String)
    /// No font of this family is installed.
    case missingFont(family: String)
    /// No font at all is installed.
    case noFonts
    case artwork(ArtworkFault)

    public var description: String {
        switch self {
        case .cairo(let why): "the picture could not be drawn: \(why)"
        case .missingFont(let family):
            "no font “\(family)” is installed: install it, or name another (sans-serif, serif and monospace are always there)"
        case .noFonts: "no font is installed, so no text can be drawn: install one"
        case .artwork(let fault): fault.description
        }
    }
}
