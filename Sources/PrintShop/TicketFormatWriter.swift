import AttendeePack
import Cryptography
import Management
import Presentation
import Printing
import QRSymbol
import TicketToken
package import Ticketing

/// Exports tickets in all formats. A writer is not thread-safe, so create one writer for each thread.
package struct TicketFormatWriter {
    private let event: Event
    private let attendeeEvent: AttendeeEvent
    private let renderer: TicketRenderer
    private let symbolOptions: SymbolOptions
    private let credentials: WalletCredentials
    private let encoder: PNGEncoder
    private let pictures = TicketPictures()
    private let issuer: GoogleWalletIssuer?
    private let warn: (TicketCode, FormatWarning) -> Void

    /// - Parameter warn: called for each warning, with the ticket's code. A warning does not stop the export of the
    ///   ticket.
    package init(_ subject: TicketExportContext, warn: @escaping (TicketCode, FormatWarning) -> Void = { _, _ in })
        throws
    {
        self.warn = warn
        event = subject.event
        var attendeeEvent = AttendeeEvent(
            event, organizer: subject.organizer, revision: subject.edits.count, lastModified: subject.edits.last,
            in: subject.appearance.language)
        attendeeEvent.poster = subject.appearance.poster?.jpeg
        attendeeEvent.posterURL = subject.appearance.poster?.url
        attendeeEvent.logo = subject.appearance.logo?.jpeg
        attendeeEvent.logoURL = subject.appearance.logo?.url
        attendeeEvent.accent = subject.appearance.accent
        self.attendeeEvent = attendeeEvent
        renderer = TicketRenderer(event: event, types: subject.types, ring: subject.ring)
        symbolOptions = subject.appearance.symbolOptions
        credentials = subject.credentials
        encoder = try PNGEncoder()
        issuer = try credentials.google?.makeIssuer()
    }

    /// The ticket's token.
    ///
    /// - Throws: `TicketKeyUnavailable` if the ticket's key is retired or missing.
    package func token(of ticket: Ticket) throws -> String {
        guard let token = try renderer.token(of: ticket) else {
            throw TicketKeyUnavailable(ticket, renderer)
        }
        return token
    }

    package func bytes(of ticket: Ticket, as form: TicketFormat) throws -> [UInt8] {
        let token = try token(of: ticket)
        if form.usesSymbolOptions { return try symbol(token, of: ticket, as: form) }
        let attendee = attendee(ticket, token: token)
        switch form {
        case .pdf: return try TicketPDF.pdf(of: attendee, .a6, with: pictures) { warn(ticket.code, .text($0)) }
        case .phone: return try TicketPDF.pdf(of: attendee, .phone, with: pictures) { warn(ticket.code, .text($0)) }
        case .card: return try LockScreenImage.png(of: attendee, with: pictures) { warn(ticket.code, .text($0)) }
        case .calendar: return Array(try CalendarEntry.text(for: attendee).utf8)
        case .apple:
            guard let apple = credentials.apple else { throw TicketFormatError.missingCredentials(form) }
            return try AppleWalletPass.bytes(
                for: attendee, signedBy: apple.certificate, intermediate: apple.intermediate, at: apple.now,
                with: pictures)
        case .google:
            guard let issuer else { throw TicketFormatError.missingCredentials(form) }
            return Array("\(try GoogleWalletObject.link(for: attendee, by: issuer))\n".utf8)
        case .mail:
            guard let sender = credentials.sender else { throw TicketFormatError.missingCredentials(form) }
            return try MailMessage.bytes(for: attendee, from: sender, at: credentials.now)
        case .png, .svg, .terminal: return try symbol(token, of: ticket, as: form)
        }
    }

    func pdf(of tickets: [Ticket]) throws -> [UInt8] {
        try TicketPDF.pdf(of: tickets.map { try attendee($0, token: token(of: $0)) }, .a6, with: pictures) {
            warn($0, .text($1))
        }
    }

    private func attendee(_ ticket: Ticket, token: String) -> AttendeeTicket {
        AttendeeTicket(ticket, of: attendeeEvent, token: token, type: renderer.typeName(of: ticket))
    }

    /// A ZIP file with every ticket of the bundle in each of the given formats.
    package func archive(of bundle: TicketBundle, as forms: [TicketFormat]) throws -> [UInt8] {
        try ZipWriter.bytes(
            bundle.tickets.flatMap { ticket in
                try forms.map { form in
                    ZipWriter.Entry(name: "\(ticket.code)\(form.fileExtension)", bytes: try bytes(of: ticket, as: form))
                }
            })
    }

    /// Throws an error if the symbol's modules are smaller than scanners need; otherwise, passes their size to `warn`.
    /// Does nothing if the picture's size on paper is not fixed.
    private func check(_ symbol: QRSymbol, of ticket: Ticket, as form: TicketFormat) throws {
        let side: Double? =
            switch form {
            case .png: try symbol.moduleSide(in: symbolOptions.size, quietZone: symbolOptions.quietZone)
            case .svg:
                try symbolOptions.millimetres.map {
                    try symbol.moduleSide(millimetres: $0, quietZone: symbolOptions.quietZone)
                }
            case .pdf, .phone, .terminal, .card, .calendar, .apple, .google, .mail: nil
            }
        guard let side else { return }
        guard side >= SymbolStyle.smallestFineModule - 1e-6 else { throw TicketFormatError.modulesTooSmall(side) }
        warn(ticket.code, .smallModules(side))
    }

    private func symbol(_ token: String, of ticket: Ticket, as form: TicketFormat) throws -> [UInt8] {
        let symbol = try QRSymbol(token, level: symbolOptions.level)
        try check(symbol, of: ticket, as: form)
        return switch form {
        case .svg:
            Array(
                try symbol.svg(
                    title: "\(event.details.title.visible) \(ticket.code)", quietZone: symbolOptions.quietZone,
                    millimetres: symbolOptions.millimetres
                ).utf8)
        case .terminal:
            Array(
                try symbol.terminalBlocks(
                    symbolOptions.terminal.style, quietZone: symbolOptions.quietZone,
                    columns: symbolOptions.terminal.columns
                ).utf8)
        case .png, .pdf, .phone, .card, .calendar, .apple, .google, .mail:
            try encoder.png(of: symbol, size: symbolOptions.size, quietZone: symbolOptions.quietZone)
        }
    }
}
