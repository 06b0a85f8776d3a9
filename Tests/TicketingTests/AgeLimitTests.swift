import EventFixture
import Foundation
import Testing
import Ticketing

@Suite("Minimum ages and dates of birth")
struct AgeLimitTests {
    private func event(
        _ age: EventDetails.MinimumAge?, start: Instant?, in zone: String = "Africa/Kampala"
    ) throws -> Event {
        Event(
            number: try #require(EventNumber(rawValue: 7)), organizer: try #require(OrganizerNumber(rawValue: 7)),
            slug: "fair", suite: .hmac, created: Instant(seconds: 0), status: .published,
            details: EventDetails(title: "Fair", timeZone: zone, start: start).with { $0.minimumAge = age })
    }

    private func type(_ age: EventDetails.MinimumAge?, number: UInt16 = 0) throws -> TicketType {
        TicketType(
            event: try #require(EventNumber(rawValue: 7)), number: try #require(TicketTypeNumber(rawValue: number)),
            details: TicketTypeDetails(name: "Regular").with { $0.minimumAge = age })
    }

    private func day(_ text: String) throws -> CalendarDay { try #require(CalendarDay(rawValue: text)) }

    private func start(of day: CalendarDay, in zone: TimeZone) throws -> Instant {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let date = try #require(
            calendar.date(from: DateComponents(year: day.year, month: day.month, day: day.day, hour: 12)))
        return Instant(seconds: Int64(calendar.startOfDay(for: date).timeIntervalSince1970))
    }

    @Test("The highest minimum age of the event and the ordered types applies")
    func strictest() throws {
        let start = Instant(seconds: 1_798_000_000)
        for ofEvent in [nil, EventDetails.MinimumAge.sixteen] {
            for ofType in [nil, EventDetails.MinimumAge.thirteen, .eighteen] {
                let limit = try AgeLimit(
                    of: event(ofEvent, start: start), types: [type(nil, number: 1), type(ofType)],
                    today: day("2026-01-01"))
                #expect(limit?.years == [ofEvent, ofType].compactMap { $0?.rawValue }.max())
                #expect(try limit == nil || limit?.day == day("2026-12-23"))
            }
        }
    }

    @Test("If the event has no start, people must have the minimum age today")
    func noStart() throws {
        let now = Instant(seconds: 1_798_000_000)  // 23 December 2026
        let event = try event(.eighteen, start: nil)
        func fault(_ born: String) -> OrderFault? { AgeLimit.fault(ofBirth: born, for: [], at: event, now: now) }
        for born in ["2021-05-17", "2008-12-24"] {
            guard case .tooYoung(let limit)? = fault(born) else {
                Issue.record("a buyer who was born on \(born) is allowed")
                continue
            }
            #expect(try limit.years == 18 && limit.day == day("2026-12-23"))
        }
        #expect(fault("2008-12-23") == nil && fault("1990-05-17") == nil)
    }

    @Test(
        "In 4,000 random cases, people reach the minimum age at the start of their birthday, in the event’s time zone")
    func boundary() throws {
        var random = SeededGenerator(for: "minimum ages")
        let zones = [
            "Africa/Kampala", "Pacific/Kiritimati", "Pacific/Pago_Pago", "Europe/Paris", "UTC", "Asia/Kolkata",
        ]
        for _ in 0..<4000 {
            let name = try #require(zones.randomElement(using: &random))
            let zone = try #require(TimeZone(identifier: name))
            let age = try #require(EventDetails.MinimumAge.allCases.randomElement(using: &random))
            let (month, date) = (Int.random(in: 1...12, using: &random), Int.random(in: 1...31, using: &random))
            let year = Int.random(in: 1990...2040, using: &random)
            guard let born = CalendarDay(year: year, month: month, day: date) else { continue }
            // A person who was born on 29 February has the birthday on 1 March in common years.
            let birthday =
                try CalendarDay(year: year + age.rawValue, month: month, day: date)
                ?? #require(CalendarDay(year: year + age.rawValue, month: 3, day: 1))
            let first = try start(of: birthday, in: zone)
            for (offset, isOldEnough) in [(-1, false), (0, true), (3600, true)] as [(Int64, Bool)] {
                let begins = first.advanced(bySeconds: offset)
                let limit = try #require(try AgeLimit(of: event(age, start: begins, in: name), types: [], today: born))
                #expect(limit.allows(born: born) == isOldEnough, "\(born) \(birthday) \(name) \(offset)")
            }
        }
    }

    @Test("One moment is on different days in two time zones, so a person can be old enough in only one of the zones")
    func timeZones() throws {
        // 31 December, 23:00 in UTC is 1 January in Kampala.
        let start = Instant(seconds: 1_798_758_000)
        let born = try day("2009-01-01")
        func isAllowed(_ zone: String) throws -> Bool? {
            try AgeLimit(of: event(.eighteen, start: start, in: zone), types: [], today: born)?.allows(born: born)
        }
        #expect(try isAllowed("UTC") == false)
        #expect(try isAllowed("Africa/Kampala") == true)
    }

    @Test("A birthday on 29 February is on 1 March in common years")
    func leapDay() throws {
        let born = try day("2008-02-29")
        // The person turns 18 in 2026 and 21 in 2029. Neither year has a 29 February.
        for (text, age, isAllowed) in [
            ("2026-02-28", .eighteen, false), ("2026-03-01", .eighteen, true), ("2029-02-28", .twentyOne, false),
            ("2029-03-01", .twentyOne, true),
        ] as [(String, EventDetails.MinimumAge, Bool)] {
            let start = try start(of: day(text), in: .gmt)
            let limit = try #require(try AgeLimit(of: event(age, start: start, in: "UTC"), types: [], today: born))
            #expect(limit.allows(born: born) == isAllowed, "\(text)")
        }
    }

    @Test("A date of birth that is malformed, in the future or too long ago is refused, even without a minimum age")
    func garbage() throws {
        let now = Instant(seconds: 1_798_000_000)  // 23 December 2026
        let free = try event(nil, start: now)
        for typed in [
            "", " ", "17.5.1990", "1990-5-17", "1990-02-30", "1990-13-01", "1990-05-17T00:00", "1990-05-17 ",
            "٢٠٠٠-٠١-٠١", "0000-00-00", "1799-12-31", "1895-12-22", "2026-12-24", "9999-12-31", "<script>", "null",
            "1990-05-17\u{0}",
        ] {
            guard case .field(let fault)? = AgeLimit.fault(ofBirth: typed, for: [], at: free, now: now) else {
                Issue.record("“\(typed)” is allowed")
                continue
            }
            #expect(fault.field == "born" && !fault.sentence.english.contains("<"))
        }
        for typed in [nil, "1895-12-24", "1990-05-17", "2026-12-23"] {
            #expect(AgeLimit.fault(ofBirth: typed, for: [], at: free, now: now) == nil)
        }
        let adults = try type(.eighteen)
        guard case .tooYoung(let limit)? = AgeLimit.fault(ofBirth: "2010-01-01", for: [adults], at: free, now: now)
        else {
            Issue.record("a buyer who is too young is allowed")
            return
        }
        let text = OrderFault.tooYoung(limit).sentence.english
        #expect(text == "born: “Fair” is for people who are at least 18 years old on Wed 23 Dec 2026")
    }
}
