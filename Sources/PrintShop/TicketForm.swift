/// A form in which a ticket reaches its holder.
package enum TicketForm: String, CaseIterable, Sendable {
    case png, svg, pdf, phone, terminal, card, calendar, apple, google, mail

    /// What a pack has without being told: what needs neither a certificate nor an address.
    package static let pack: [TicketForm] = [.png, .pdf, .card, .calendar]

    /// What is written behind a ticket's code. Names are made of codes: those of people stay inside.
    package var ending: String {
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

    /// What browsers and mail programs are told that it is.
    package var mediaType: String {
        switch self {
        case .png, .card: "image/png"
        case .svg: "image/svg+xml"
        case .pdf, .phone: "application/pdf"
        case .terminal, .google: "text/plain; charset=utf-8"
        case .calendar: "text/calendar; charset=utf-8"
        case .apple: "application/vnd.apple.pkpass"
        case .mail: "message/rfc822"
        }
    }

    /// Whether a terminal can show it.
    package var isText: Bool {
        switch self {
        case .svg, .terminal, .calendar, .google, .mail: true
        case .png, .pdf, .phone, .card, .apple: false
        }
    }

    /// A symbol and nothing else.
    package var isSymbol: Bool { self == .png || self == .svg }

    /// Whether its symbol has the error correction and the light border that are asked for; the others have their own.
    package var isDrawnAsAsked: Bool { isSymbol || self == .terminal }
}
