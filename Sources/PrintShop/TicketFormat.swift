package import Ticketing

/// A format in which a ticket is exported. `TicketFormatWriter` renders each format.
package enum TicketFormat: String, CaseIterable, Sendable {
    case png, svg, pdf, phone, terminal, card, calendar, apple, google, mail

    /// The default formats of a bundle (the tickets for one recipient). These formats need neither a certificate nor an
    /// e-mail sender.
    package static let bundleFormats: [TicketFormat] = [.png, .pdf, .card, .calendar]

    /// The part of the file name that follows the ticket's code, such as `-card.png`.
    package var fileExtension: String {
        switch self {
        case .png: ".png"
        case .svg: ".svg"
        case .pdf: ".pdf"
        case .phone: "-phone.pdf"
        case .terminal: ".txt"
        case .card: "-card.png"
        case .calendar: ".ics"
        case .apple: ".pkpass"
        case .google: "-google.txt"
        case .mail: ".eml"
        }
    }

    /// The MIME type.
    package var mediaType: String {
        switch self {
        case .png, .card: MediaType.png
        case .svg: MediaType.svg
        case .pdf, .phone: MediaType.pdf
        case .terminal, .google: MediaType.text
        case .calendar: MediaType.calendar
        case .apple: MediaType.pkpass
        case .mail: MediaType.mail
        }
    }

    /// The pictures of the event that files in this format show.
    package var drawnPictures: Set<PictureRole> {
        switch self {
        case .pdf, .phone: [.logo]
        case .card, .apple: [.poster, .logo]
        case .png, .svg, .terminal, .calendar, .google, .mail: []
        }
    }

    /// Whether files in this format contain the URLs of the event's pictures.
    package var containsPictureURLs: Bool { self == .google }

    /// Whether the format is text that a terminal can show.
    package var isText: Bool {
        switch self {
        case .svg, .terminal, .calendar, .google, .mail: true
        case .png, .pdf, .phone, .card, .apple: false
        }
    }

    /// Whether the format is a picture of the QR symbol alone.
    package var isSymbol: Bool {
        switch self {
        case .png, .svg: true
        case .pdf, .phone, .terminal, .card, .calendar, .apple, .google, .mail: false
        }
    }

    /// Whether `SymbolOptions` sets the symbol's error correction and border. In the other formats, the error
    /// correction and the border are fixed.
    package var usesSymbolOptions: Bool { isSymbol || self == .terminal }
}
