import Foundation
import Printing
import Testing
import Ticketing

@testable import PrintShop

@Suite("What paper says of an event")
struct EventFieldsTests {
    private func fields(days: Int, language: String = "en-GB") throws -> [TicketField: String] {
        // Friday, 1 January 2027, 18:00 UTC.
        let start = Instant(seconds: 1_798_826_400)
        var details = EventDetails(
            title: "Fair", venue: "Lido", timeZone: "UTC", start: start,
            end: start.advanced(bySeconds: Int64(days) * 86_400 + 4 * 3600))
        details.doors = start.advanced(bySeconds: -3600)
        details.address = "Beach Road 1"
        let event = Event(
            number: try #require(EventNumber(rawValue: 7)), organizer: try #require(OrganizerNumber(rawValue: 5)),
            slug: "fair", suite: .hmac, created: start, details: details)
        return EventFields(event: event, organizer: "Nile", language: language).ofTickets
    }

    @Test("A night has one date, several days have their first and their last")
    func days() throws {
        let night = try fields(days: 0)
        #expect(night[.date]?.contains("Friday") == true && night[.date]?.contains("–") == false)
        let camp = try fields(days: 4)
        #expect(camp[.date]?.contains("1 Jan 2027") == true && camp[.date]?.contains("– 5 Jan 2027") == true)
        #expect(camp[.shortDate] == "1 Jan 2027 – 5 Jan 2027")
        #expect(camp[.end]?.contains("Tuesday") == true || camp[.end]?.contains("5 January 2027") == true)
        #expect(camp[.doors]?.isEmpty == false)
        #expect(camp[.address] == "Beach Road 1")
    }

    @Test(
        "Prices are written as the language writes them",
        arguments: [
            ("en-GB", "120000 UGX", "UGX 120,000"), ("de", "12.50 EUR", "12,50 €"), ("en-US", "0.05 USD", "$0.05"),
            ("de", "120000 UGX", "120.000 UGX"), ("en-GB", "1.500 KWD", "KWD 1.500"),
        ])
    func prices(_ language: String, _ text: String, _ written: String) throws {
        let money = try #require(Money(text))
        #expect(money.text(in: language).replacing("\u{A0}", with: " ") == written)
    }
}
