import Testing
import Ticketing

@Suite("Ticket sales")
struct OnSaleTests {
    private let start = Instant(seconds: 1_000_000)
    private let end = Instant(seconds: 1_010_000)

    private func event(_ status: Event.Status = .published) throws -> Event {
        Event(
            number: try #require(EventNumber(rawValue: 7)), organizer: try #require(OrganizerNumber(rawValue: 7)),
            slug: "fair", suite: .hmac, created: Instant(seconds: 0), status: status,
            details: EventDetails(title: "Fair", timeZone: "UTC", start: start, end: end))
    }

    private func type(
        quantity: Int? = nil, issued: Int = 0, sales: SalesWindow = .untilEventStart, isHidden: Bool = false
    ) throws -> TicketType {
        TicketType(
            event: try #require(EventNumber(rawValue: 7)), number: try #require(TicketTypeNumber(rawValue: 0)),
            issued: issued,
            details: TicketTypeDetails(name: "Regular", quantity: quantity, sales: sales, isHidden: isHidden))
    }

    @Test("A draft or cancelled event is never on sale")
    func published() throws {
        let everything = try type(
            quantity: 0, sales: SalesWindow(opens: end, closes: end.advanced(bySeconds: 1)), isHidden: true)
        for status in [Event.Status.draft, .cancelled] {
            #expect(
                try everything.availability(event: event(status), reserved: 0, now: start) == .no(.notPublished))
        }
    }

    @Test("A sale opens and closes at the exact second")
    func window() throws {
        let opens = Instant(seconds: 500)
        let closes = Instant(seconds: 900)
        let type = try type(sales: SalesWindow(opens: opens, closes: closes))
        func at(_ milliseconds: Int64) throws -> SaleAvailability {
            type.availability(event: try event(), reserved: 0, now: Instant(milliseconds: milliseconds))
        }
        #expect(try at(499_999) == .no(.notYetOpen(opens: opens)))
        #expect(try at(500_000) == .yes(until: closes, .underAnHour))
        #expect(try !at(499_999).isOnSale && at(500_000).isOnSale && !at(900_000).isOnSale)
        #expect(try at(899_999) == .yes(until: closes, .underAnHour))
        #expect(try at(900_000) == .no(.closed(closes)))
    }

    @Test("A sale ends at the event's start by default, and never after the event's end")
    func endsAtTheStart() throws {
        let plain = try type()
        #expect(
            try plain.availability(event: event(), reserved: 0, now: start.advanced(bySeconds: -1))
                == .yes(until: start, .underAnHour))
        #expect(try plain.availability(event: event(), reserved: 0, now: start) == .no(.started(start)))
        let late = try type(sales: SalesWindow(closes: end.advanced(bySeconds: 3600)))
        #expect(try late.availability(event: event(), reserved: 0, now: start) == .yes(until: end, .underADay))
        #expect(try late.availability(event: event(), reserved: 0, now: end) == .no(.closed(end)))
    }

    @Test("Reserved tickets are treated as sold; a hidden type that is sold out is reported as sold out, not hidden")
    func quantity() throws {
        let now = start.advanced(bySeconds: -10)
        let type = try type(quantity: 5, issued: 3, isHidden: true)
        #expect(try type.availability(event: event(), reserved: 1, now: now) == .no(.hidden))
        #expect(try type.availability(event: event(), reserved: 2, now: now) == .no(.soldOut))
        #expect(try self.type(quantity: 0).availability(event: event(), reserved: 0, now: now) == .no(.soldOut))
    }

    @Test(
        "The time left to buy tickets has three ranges; exactly one day or one hour belongs to the longer range",
        arguments: [86_400_000, 3_600_000])
    func timeLeft(_ milliseconds: Int64) throws {
        func left(_ milliseconds: Int64) throws -> SaleAvailability {
            let now = Instant(milliseconds: start.milliseconds - milliseconds)
            return try type().availability(event: event(), reserved: 0, now: now)
        }
        let (over, under): (SaleAvailability.TimeLeft, SaleAvailability.TimeLeft) =
            milliseconds == 86_400_000 ? (.overADay, .underADay) : (.underADay, .underAnHour)
        #expect(try left(milliseconds) == .yes(until: start, over))
        #expect(try left(milliseconds - 1) == .yes(until: start, under))
    }
}
