import AttendeePack
import Cryptography
import Management
import Presenting
import Printing
import QRSymbol
import TicketToken
package import Ticketing

/// Makes tickets' forms, one after the other. Compressors and keyed contexts are its own: one a thread.
package struct TicketFormWriter {
    private let event: Event
    private let attendeeEvent: AttendeeEvent
    private let renderer: TicketRenderer
    private let picture: SymbolPicture
    private let signers: PackSigners
    private let encoder: PNGEncoder
    private let issuer: GoogleWalletIssuer?
    private let remark: (TicketCode, FormRemark) -> Void

    /// - Parameter remark: is told what came up in a ticket, and does not keep it from being written.
    package init(_ subject: TicketSubject, remark: @escaping (TicketCode, FormRemark) -> Void = { _, _ in }) throws {
        self.remark = remark
        event = subject.event
        attendeeEvent = AttendeeEvent(
            event, organizer: subject.organizer, edits: subject.edits.count, changed: subject.edits.last)
        renderer = TicketRenderer(event: event, types: subject.types, ring: subject.ring)
        picture = subject.picture
        signers = subject.signers
        encoder = try PNGEncoder()
        issuer = try signers.google?.open()
    }

    /// - Throws: `KeyGone`; what the form throws.
    package func token(of ticket: Ticket) throws -> String {
        guard let token = try renderer.token(of: ticket) else {
            throw KeyGone(ticket, renderer)
        }
        return token
    }

    package func bytes(of ticket: Ticket, as form: TicketForm) throws -> [UInt8] {
        let token = try token(of: ticket)
        if form.isDrawnAsAsked { return try symbol(token, of: ticket, as: form) }
        let attendee = attendee(ticket, token: token)
        switch form {
        case .pdf: return try TicketPage.pdf(of: attendee, .a6) { remark(ticket.code, .text($0)) }
        case .phone: return try TicketPage.pdf(of: attendee, .phone) { remark(ticket.code, .text($0)) }
        case .card: return try LockScreenCard.png(of: attendee) { remark(ticket.code, .text($0)) }
        case .calendar: return Array(try CalendarEntry.text(for: attendee).utf8)
        case .apple:
            guard let apple = signers.apple else { throw TicketFormError.nothingToSignWith(form) }
            return try AppleWalletPass.bytes(
                for: attendee, signedBy: apple.certificate, intermediate: apple.intermediate, at: apple.now)
        case .google:
            guard let issuer else { throw TicketFormError.nothingToSignWith(form) }
            return Array("\(try GoogleWalletObject.link(for: attendee, by: issuer))\n".utf8)
        case .mail:
            guard let sender = signers.sender else { throw TicketFormError.nothingToSignWith(form) }
            return try MailMessage.bytes(for: attendee, from: sender, at: signers.now)
        case .png, .svg, .terminal: return try symbol(token, of: ticket, as: form)
        }
    }

    /// One PDF with a page for each ticket, as `.pdf` has it.
    func pages(of tickets: [Ticket]) throws -> [UInt8] {
        try TicketPage.pdf(of: tickets.map { try attendee($0, token: token(of: $0)) }, .a6) { remark($0, .text($1)) }
    }

    private func attendee(_ ticket: Ticket, token: String) -> AttendeeTicket {
        AttendeeTicket(ticket, of: attendeeEvent, token: token, type: renderer.typeName(of: ticket))
    }

    /// A ZIP with every form of every ticket.
    package func archive(of bundle: TicketBundle, as forms: [TicketForm]) throws -> [UInt8] {
        try ZipArchive.bytes(
            bundle.tickets.flatMap { ticket in
                try forms.map { form in
                    ZipArchive.Entry(name: "\(ticket.code)\(form.ending)", bytes: try bytes(of: ticket, as: form))
                }
            })
    }

    /// Refuses modules that no scanner reads, and remarks those that many don't.
    private func check(_ symbol: QRSymbol, of ticket: Ticket, as form: TicketForm) throws {
        let side: Double? =
            switch form {
            case .png: try symbol.moduleSide(in: picture.size, quietZone: picture.quietZone)
            case .svg:
                try picture.millimetres.map {
                    try symbol.moduleSide(millimetres: $0, quietZone: picture.quietZone)
                }
            default: nil
            }
        guard let side else { return }
        guard side >= SymbolStyle.smallestFineModule - 1e-6 else { throw TicketFormError.smallModules(side) }
        remark(ticket.code, .module(side))
    }

    private func symbol(_ token: String, of ticket: Ticket, as form: TicketForm) throws -> [UInt8] {
        let symbol = try QRSymbol(token, level: picture.level)
        try check(symbol, of: ticket, as: form)
        return switch form {
        case .svg:
            Array(
                try symbol.svg(
                    title: "\(event.details.title.visible) \(ticket.code)", quietZone: picture.quietZone,
                    millimetres: picture.millimetres
                ).utf8)
        case .terminal:
            Array(
                try symbol.terminalBlocks(
                    picture.terminal.style, quietZone: picture.quietZone, columns: picture.terminal.columns
                ).utf8)
        default: try encoder.png(of: symbol, size: picture.size, quietZone: picture.quietZone)
        }
    }
}
