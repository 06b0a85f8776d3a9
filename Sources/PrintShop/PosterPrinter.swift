import AttendeePack
import FileAccess
package import Languages
package import Presentation
import Printing
package import Ticketing

/// Makes printable posters. A poster is returned only if its symbol can be read from the finished page.
package enum PosterPrinter {
    /// The size of the paper, in portrait format.
    package enum Paper: String, Hashable, Sendable, CaseIterable {
        case a4 = "A4"
        case a3 = "A3"

        /// In points (1/72 inch).
        fileprivate var size: (width: Double, height: Double) {
            switch self {
            case .a4: (595.276, 841.89)
            case .a3: (841.89, 1190.551)
            }
        }
    }

    /// The variant of the picture that is printed on the poster.
    package static let variant = PictureVariant(width: .large, format: .jpeg)

    /// The resolution at which the page is read, in dots per inch. Each module of the symbol is then at least ten dots
    /// wide.
    private static let dpi = 150.0

    /// Renders a poster, and checks its symbol on the finished page.
    ///
    /// - Parameters:
    ///   - picture: the picture on the poster, in the variant `variant`; nil to print no picture.
    ///   - accent: the event's accent; nil if none was chosen.
    ///   - url: the URL of the event's page, which the symbol contains.
    ///   - language: the language of the date.
    ///   - folder: a folder for a temporary file.
    /// - Throws: `PosterPrinterError` if the symbol cannot be read; `DrawingError`; `QRSymbolError`; `SystemError`.
    package static func pdf(
        of event: Event, organizer: String, picture: [UInt8]?, accent: Colour?, leadingTo url: String, on paper: Paper,
        in language: Language, workingIn folder: String
    ) throws -> [UInt8] {
        var shown = AttendeeEvent(event, organizer: organizer, in: language)
        shown.poster = picture
        shown.accent = accent
        let bytes = try EventPosterPDF.pdf(of: shown, leadingTo: url, size: paper.size)
        try check(bytes, leadsTo: url, workingIn: folder)
        return bytes
    }

    /// Reads the symbols on the first page of a PDF.
    ///
    /// - Throws: `PosterPrinterError` if no symbol contains the URL. Other symbols are ignored, because the picture on
    ///   the poster may contain QR symbols, too.
    static func check(_ pdf: [UInt8], leadsTo url: String, workingIn folder: String) throws {
        let copy = try SpooledFile(bytes: pdf, folder: folder)
        let texts = try withExtendedLifetime(copy) {
            try SelfCheck.symbolTexts(onFirstPageOf: copy.path, dpi: dpi)
        }
        guard texts.contains(url) else { throw PosterPrinterError.unreadable }
    }
}

/// The reason why a poster was not returned.
package enum PosterPrinterError: Error, Hashable, ExplainedError {
    /// No symbol on the finished page contains the URL of the event's page.
    case unreadable

    enum Text: String, SentenceKey {
        static let subject = "posterPrinterError"

        case unreadable =
            "the QR code on the poster could not be read, so the poster was discarded; choose another picture"
    }

    package var kind: ErrorKind { .ruleViolation }
    package var subject: ErrorSubject { .picture }
    package var sentence: Sentence { Sentence(Text.unreadable) }
}
