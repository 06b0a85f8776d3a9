import Cryptography
import Foundation
public import Ticketing

/// A ticket as a complete mail (RFC 5322) with text and HTML. The HTML refers to the picture of the QR symbol by a
/// `cid:` address, because mail programs drop pictures that are embedded in HTML. The symbol is also an attached file.
/// If the event has a start, a calendar entry is attached, too.
public enum MailMessage {
    /// Creates the mail. Lines end in CRLF. The same arguments give the same bytes.
    ///
    /// - Parameters:
    ///   - sender: the organizer's address.
    ///   - now: the mail's date.
    /// - Throws: `QRSymbolError`; `OpenSSLError`.
    public static func bytes(for ticket: AttendeeTicket, from sender: EmailAddress, at now: Instant) throws -> [UInt8] {
        let text = TicketText(ticket)
        let symbol = try MailSymbol(of: ticket.token, code: ticket.code)
        var parts = [
            try MIMEPart(
                plain: MailContent.plain(text),
                html: MailContent.html(text, picture: symbol.contentID, side: MailSymbol.side),
                pictures: [symbol.inlinePart]),
            MIMEPart(file: symbol.picture, name: symbol.name, type: MediaType.png, .attachment),
        ]
        if ticket.event.start != nil {
            parts.append(
                MIMEPart(
                    file: Array(try CalendarEntry.text(for: ticket).utf8), name: "\(ticket.code).ics",
                    type: MediaType.calendar, .attachment))
        }
        let body = try MIMEPart("mixed", parts).serialized
        var header = MailHeader()
        header.add(address: sender.rawValue, named: text.organizer.nonEmpty, as: "From")
        if let email = ticket.email { header.add(address: email.rawValue, named: text.holder, as: "To") }
        header.add(text: text.sentence(.yourTicket, ["event": .text(text.title)]), as: "Subject")
        header.add("Date", LocalDateTime(now, in: ticket.event.timeZone).mailDate)
        let digest = try SHA256.digest(Array((header.text + body).utf8))
        header.add("Message-ID", "<\(Hexadecimal.text(Array(digest.prefix(16))))@eventpass>")
        header.add("MIME-Version", "1.0")
        // The mail can be saved as a file. This field makes some mail programs open the file as a draft.
        header.add("X-Unsent", "1")
        return Array((header.text + body).utf8)
    }
}
