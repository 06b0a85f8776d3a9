import AttendeePack
import Foundation
import Languages
import Management
import PrintShop
import Ticketing

/// The files and links of tickets in a mail.
struct TicketFiles {
    var symbols: [OutgoingMail.Symbol] = []
    var attachments: [OutgoingMail.Attachment] = []
    /// Links that add a ticket to Google Wallet.
    var passLinks: [(code: TicketCode, url: MailURL)] = []
    /// The tickets that require a live code, which a file cannot show.
    var changing: [TicketCode] = []
    /// The tickets whose key is missing or retired.
    var unavailable: [TicketCode] = []

    mutating func append(_ other: TicketFiles) {
        symbols += other.symbols
        attachments += other.attachments
        passLinks += other.passLinks
        changing += other.changing
        unavailable += other.unavailable
    }
}

extension MessageComposer {
    /// The maximum number of tickets that a mail shows as pictures, which is also the maximum number of tickets with
    /// passes.
    private static let maximumSymbols = 4
    /// The maximum number of tickets in a PDF. A mail with more tickets has no PDF, because mail servers refuse large
    /// files.
    private static let maximumPages = 100

    /// Whether the text of the mail shows the symbols of the first tickets.
    enum SymbolUse { case withSymbols, withoutSymbols }

    /// Draws tickets. Only issued tickets of an event that is neither cancelled nor deleted get files.
    ///
    /// - Parameters:
    ///   - subEvents: the sub-events that get calendar entries. If no sub-event gets an entry, the event gets a
    ///     calendar entry.
    ///   - name: the name of the PDF without its extension.
    func files(
        of tickets: [RecipientTicket], at event: MessageEvent, subEvents: [MessageSubEvent] = [], named name: String,
        in language: Language, _ symbolUse: SymbolUse
    ) throws -> TicketFiles {
        let issued = tickets.map(\.ticket).filter { $0.status == .issued }
        guard !issued.isEmpty, event.event.status != .cancelled, event.event.deleted == nil else {
            return TicketFiles()
        }
        let credentials = passes?(event.event, now) ?? WalletCredentials(now: now)
        let poster = event.poster.flatMap { poster in
            poster.medium.map { attendeePicture(poster.picture, $0, fetched: AttendeePicture.posterVariant) }
        }
        let logo = event.logo.map { attendeePicture($0.picture, $0.file, fetched: AttendeePicture.fetchedLogoVariant) }
        let writer = try TicketFormatWriter(
            TicketExportContext(
                event.event, organizer: event.organizer, types: event.types, edits: event.edits, ring: ring,
                credentials: credentials,
                appearance: TicketExportContext.Appearance(
                    language: language, poster: poster, logo: logo, accent: event.accent)))
        var files = TicketFiles()
        var drawn: [(ticket: Ticket, token: String)] = []
        for ticket in issued {
            if event.type(of: ticket)?.requiresLiveCode ?? false {
                files.changing.append(ticket.code)
                continue
            }
            do {
                drawn.append((ticket, try writer.token(of: ticket)))
            } catch is TicketKeyUnavailable {
                files.unavailable.append(ticket.code)
            }
        }
        if symbolUse == .withSymbols {
            files.symbols = drawn.prefix(MessageComposer.maximumSymbols).map { ticket, token in
                OutgoingMail.Symbol(
                    token: token, code: ticket.code,
                    caption: language.text(TicketSentence.codeOfTicket, ["code": .text("\(ticket.code)")]))
            }
        }
        if !drawn.isEmpty, drawn.count <= MessageComposer.maximumPages {
            files.attach(try writer.pdf(of: TicketBundle(name: name, tickets: drawn.map(\.ticket))))
        }
        try addPasses(of: drawn.map(\.ticket), credentials, writer, to: &files)
        files.attachments += try MessageCalendar(of: event, tickets: issued, in: language, at: now).attachments(
            of: subEvents, .withoutSubEvents)
        return files
    }

    /// A poster or logo on tickets and passes. It has a URL only if the server's public address begins with https.
    /// Google needs this URL to fetch the picture.
    ///
    /// - Parameters:
    ///   - jpeg: the file that is drawn.
    ///   - fetched: the variant of the picture that Google fetches.
    private func attendeePicture(
        _ picture: StoredPicture, _ jpeg: [UInt8], fetched: PictureVariant?
    ) -> AttendeePicture {
        let url = fetched.flatMap { MessageLinks(settings.publicURL, ring).url(picture.path(of: $0))?.text }
        return AttendeePicture(jpeg: jpeg, url: url?.hasPrefix("https://") == true ? url : nil)
    }

    private func addPasses(
        of tickets: [Ticket], _ credentials: WalletCredentials, _ writer: TicketFormatWriter,
        to files: inout TicketFiles
    ) throws {
        for ticket in tickets.prefix(MessageComposer.maximumSymbols) {
            if credentials.apple != nil { files.attach(try writer.file(of: ticket, as: .apple)) }
            guard credentials.google != nil else { continue }
            let link = String(decoding: try writer.bytes(of: ticket, as: .google), as: UTF8.self)
            if let url = MailURL(link.trimmingCharacters(in: .whitespacesAndNewlines)) {
                files.passLinks.append((ticket.code, url))
            }
        }
    }
}

extension TicketFiles {
    fileprivate mutating func attach(_ file: TicketFile) {
        attach(OutgoingMail.Attachment(name: file.name, mediaType: file.mediaType, bytes: file.bytes))
    }

    fileprivate mutating func attach(_ attachment: OutgoingMail.Attachment) { attachments.append(attachment) }
}
