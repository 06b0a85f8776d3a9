import AttendeePack
import Cryptography
import Management
import Presenting
import QRSymbol
import TicketToken
import Ticketing

/// Makes tickets' forms, one after the other. Compressors and keyed contexts are its own: one a thread.
struct TicketFormWriter {
    private let event: Event
    private let attendeeEvent: AttendeeEvent
    private let renderer: TicketRenderer
    private let picture: PictureOptions
    private let terminal: Terminal
    private let signers: PackSigners
    private let encoder: PNGEncoder
    private let issuer: GoogleWalletIssuer?

    init(_ subject: TicketExport.Subject) throws {
        event = subject.event
        attendeeEvent = AttendeeEvent(
            event, organizer: subject.organizer, edits: subject.edits.count, changed: subject.edits.last)
        renderer = TicketRenderer(event: event, types: subject.types, ring: subject.ring)
        picture = subject.picture
        terminal = subject.terminal
        signers = subject.signers
        encoder = try PNGEncoder()
        issuer = try signers.google?.open()
    }

    /// - Throws: `Failure` for a ticket whose key is gone; what the form throws.
    func token(of ticket: Ticket) throws -> String {
        guard let token = try renderer.token(of: ticket) else {
            throw Failure(
                .trouble,
                "ticket \(ticket.code) was signed with key \(ticket.key), which is retired or not on the ring any more",
                hint: "eventpass ticket reissue \(event.slug) \(ticket.code)")
        }
        return token
    }

    func bytes(of ticket: Ticket, as form: TicketForm) throws -> [UInt8] {
        let token = try token(of: ticket)
        if form.isDrawnAsAsked { return try symbol(token, of: ticket, as: form) }
        let attendee = AttendeeTicket(
            ticket, of: attendeeEvent, token: token, type: renderer.typeName(of: ticket))
        switch form {
        case .pdf: return try TicketPage.pdf(of: attendee, .a6)
        case .phone: return try TicketPage.pdf(of: attendee, .phone)
        case .card: return try LockScreenCard.png(of: attendee)
        case .calendar: return Array(try CalendarEntry.text(for: attendee).utf8)
        case .apple:
            guard let apple = signers.apple else { throw missing(form) }
            return try AppleWalletPass.bytes(
                for: attendee, signedBy: apple.certificate, intermediate: apple.intermediate, at: apple.now)
        case .google:
            guard let issuer else { throw missing(form) }
            return Array("\(try GoogleWalletObject.link(for: attendee, by: issuer))\n".utf8)
        case .mail:
            guard let sender = signers.sender else { throw missing(form) }
            return try MailMessage.bytes(for: attendee, from: sender, at: signers.now)
        case .png, .svg, .terminal: return try symbol(token, of: ticket, as: form)
        }
    }

    private func symbol(_ token: String, of ticket: Ticket, as form: TicketForm) throws -> [UInt8] {
        let symbol = try QRSymbol(token, level: picture.level)
        return switch form {
        case .svg:
            Array(
                try symbol.svg(
                    title: "\(event.details.title.visible) \(ticket.code)", quietZone: picture.quietZone,
                    millimetres: picture.mm
                ).utf8)
        case .terminal: Array(try symbol.drawing(on: terminal, quietZone: picture.quietZone).utf8)
        default: try encoder.png(of: symbol, size: try picture.size(), quietZone: picture.quietZone)
        }
    }

    private func missing(_ form: TicketForm) -> Failure {
        Failure(.usage, "nothing to make --format \(form.rawValue) with was given")
    }
}
