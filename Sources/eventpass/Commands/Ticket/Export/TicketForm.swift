import ArgumentParser

/// A form in which a ticket reaches its holder.
enum TicketForm: String, ExpressibleByArgument, CaseIterable, Sendable {
    case png, svg, pdf, phone, terminal, card, calendar, apple, google, mail

    /// What a pack has without being told: what needs neither a certificate nor an address.
    static let pack: [TicketForm] = [.png, .pdf, .card, .calendar]

    /// What is written behind a ticket's code. Names are made of codes: those of people stay inside.
    var ending: String {
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

    /// Whether a terminal can show it.
    var isText: Bool {
        switch self {
        case .svg, .terminal, .calendar, .google, .mail: true
        case .png, .pdf, .phone, .card, .apple: false
        }
    }

    /// A symbol and nothing else.
    var isSymbol: Bool { self == .png || self == .svg }

    /// Whether its symbol has the error correction and the light border that are asked for; the others have their own.
    var isDrawnAsAsked: Bool { isSymbol || self == .terminal }
}
