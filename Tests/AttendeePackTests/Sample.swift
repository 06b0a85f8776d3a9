import Testing
import AttendeePack
import Foundation
import Ticketing

/// A sample ticket, which tests can vary.
enum Sample {
    static let token = "240GSFN2CEXHXGK0VM026000000FZZWZZ8QK68WCG17SDR4C2HPAP5KJ"

    /// The event’s start, 2030-01-01T18:00+03:00.
    static let start = Instant(seconds: 1_893_510_000)

    /// A time five minutes after the ticket was issued: 2027-01-15T08:05:00Z.
    static let now = Instant(seconds: 1_800_000_300)

    static func ticket(
        title: String = "New Year by the Lake", organizer: String = "Nile Nights", holder: String? = "Grace Nakato",
        venue: String? = "Lido", zone: String = "Africa/Kampala",
        time: (start: Instant?, hours: Int64?) = (Sample.start, 10), type: String = "Regular",
        email: String? = "grace@example.org"
    ) throws -> AttendeeTicket {
        let number = try #require(EventNumber(rawValue: 77))
        let event = Event(
            number: number, organizer: try #require(OrganizerNumber(rawValue: 5)), slug: "new-year", suite: .hmac,
            created: Instant(seconds: 1_700_000_000),
            details: EventDetails(
                title: title, venue: venue, timeZone: zone,
                start: time.start,
                end: time.hours.flatMap { hours in time.start.map { $0.advanced(bySeconds: hours * 3600) } }
            ).with {
                $0.city = "Entebbe"
                $0.position = Coordinates("0.0512,32.4637")
                $0.contact = "help@nile.example"
            })
        let code = try #require(TicketCode(typed: "4F7K-29QX"))
        let order = try #require(OrderNumber(rawValue: 1_912_276_171))
        let ticket = Ticket(
            event: number, serial: code.serial, type: try #require(TicketTypeNumber(rawValue: 1)), admits: .one, key: 1,
            holder: holder,
            issuedAt: Instant(seconds: 1_800_000_000)
        ).with {
            $0.email = email.flatMap { EmailAddress(rawValue: $0) }
            $0.note = "owes us money"
            $0.sale = Ticket.Sale(order: order, price: Money(minorUnits: 50_000, currency: "UGX"))
        }
        return AttendeeTicket(
            ticket, of: AttendeeEvent(event, organizer: organizer), token: token, type: type)
    }

    /// Long and unusual names of people, and names with which attackers try to inject code into a format.
    static let hardNames: [String] = [
        String(repeating: "Maximiliana ", count: 84).trimmingCharacters(in: .whitespaces), "", "   ", "🎉🥂👩‍👩‍👧‍👦",
        "عبد الرحمن بن محمد 2030", "לאה 12,5", "लक्ष्मी श्रीनिवासन", "Z̸̢̡̛̛͖̮͇̲̪̤̹͎̱̭̓̀̈́̂a̷͚̫̅͐l̷̦̿g̷̛͖ó̸̭", "A\r\nBcc: all@example.org",
        "A\nBEGIN:VEVENT", "A\u{2028}B\u{85}C", "\u{1B}[2JA\u{7}\u{0}", "\u{202E}gnp.exe",
        "<script>alert('x')</script> & \"q\"",
        "=?UTF-8?B?QQ==?=", "A\\,;:B", "\u{FEFF}\u{200B}", "O'Brien, \"Bo\" <b@example.org>",
    ]
}
