public import Languages

/// The reason why a drawing could not be rendered.
public enum DrawingError: Error, Hashable, Sendable, SentenceConvertible {
    /// An error reported by cairo.
    case cairo(Sentence)
    case noMemory
    /// No font of this family is installed.
    case missingFont(family: String)
    /// No font at all is installed.
    case noFonts
    /// librsvg, which reads SVG pictures, is not installed.
    case missingSVGReader
    case artwork(ArtworkError)

    enum Text: String, SentenceKey {
        static let subject = "drawingError"

        case cairo = "the picture could not be drawn: {reason}"
        case noMemory = "the picture could not be drawn: no memory"
        case missingFont =
            "the font “{family}” is not installed: install it, or use another font (sans-serif, serif and monospace are always available)"
        case noFonts = "no font is installed, so no text can be drawn: install one"
        case missingSVGReader =
            "the SVG cannot be read, because the library librsvg is not installed: install it, or save the picture as a PNG"

        // Reasons for the error `cairo`
        case fileClosed = "the file is closed"
        case nothingWritten = "nothing could be written"
        case unknownStructure = "its PDF has an unknown structure"
        case objectWithoutNumber = "its PDF has an object without a number"
        case pageNotDrawn = "its PDF has a page that was not drawn"
    }

    public var sentence: Sentence {
        switch self {
        case .cairo(let why): Sentence(Text.cairo, ["reason": .sentence(why)])
        case .noMemory: Sentence(Text.noMemory)
        case .missingFont(let family): Sentence(Text.missingFont, ["family": .text(family)])
        case .noFonts: Sentence(Text.noFonts)
        case .missingSVGReader: Sentence(Text.missingSVGReader)
        case .artwork(let fault): fault.sentence
        }
    }

    /// The command that installs missing fonts or the missing librsvg; nil for other errors.
    public var hint: Sentence? {
        switch self {
        case .noFonts: .verbatim("apt install fonts-noto-core")
        case .missingSVGReader: .verbatim("apt install librsvg2-2")
        default: nil
        }
    }
}
