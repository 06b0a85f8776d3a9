import Cryptography
import Foundation
import QRSymbol
public import Ticketing

/// A ticket as a mail that can be sent as it is (RFC 5322): text and HTML, the symbol inside the page by its `cid:`,
/// since mail programs drop pictures that stand in the page itself, and once more as a file beside the calendar entry.
public enum MailMessage {
    /// The picture's side in the page, in pixels; the file is twice as fine.
    private static let side = 296

    /// Lines end in CRLF. The same ticket and moment give the same bytes.
    ///
    /// - Parameters:
    ///   - sender: the organizer's address.
    ///   - now: the mail's date.
    /// - Throws: `QRSymbolError`; `OpenSSLError`.
    public static func bytes(for ticket: AttendeeTicket, from sender: EmailAddress, at now: Instant) throws -> [UInt8] {
        let words = TicketWording(ticket)
        let symbol = try QRSymbol(ticket.token)
        let picture = try symbol.png(size: .scale(2 * side / (symbol.modulesPerSide + 8)))
        let id = "symbol.\(ticket.code)@eventpass"
        let name = "\(ticket.code).png"
        let page = try MailPart(
            "related", root: "text/html",
            [
                MailPart(text: MailPage.html(words, picture: id, side: side), type: "text/html"),
                MailPart(file: picture, name: name, type: "image/png", .inline(id: id)),
            ])
        var parts = [
            try MailPart("alternative", [MailPart(text: MailPage.plain(words), type: "text/plain"), page]),
            MailPart(file: picture, name: name, type: "image/png", .attachment),
        ]
        if ticket.event.start != nil {
            parts.append(
                MailPart(
                    file: Array(try CalendarEntry.text(for: ticket).utf8), name: "\(ticket.code).ics",
                    type: "text/calendar; charset=utf-8", .attachment))
        }
        let body = try MailPart("mixed", parts).inMail
        var header = MailHeader()
        header.add(address: sender.rawValue, named: words.organizer.nonEmpty, as: "From")
        if let email = ticket.email { header.add(address: email.rawValue, named: words.holder, as: "To") }
        header.add(words: "Your ticket: \(words.title)", as: "Subject")
        header.add("Date", WallClock(now, in: ticket.event.timeZone).mailDate)
        let digest = try SHA256.digest(Array((header.text + body).utf8))
        header.add("Message-ID", "<\(Hexadecimal.text(Array(digest.prefix(16))))@eventpass>")
        header.add("MIME-Version", "1.0")
        // Mail programs that know it open the file as a draft.
        header.add("X-Unsent", "1")
        return Array((header.text + body).utf8)
    }
}
