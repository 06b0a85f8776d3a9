import EventFixture
import Languages
import Management
import Testing
import Ticketing

@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

@Suite("The calendar of events", .serving)
struct EventCalendarPageTests {
    private let festival: Festival
    private let owner: DeskVisitor
    private let organizer: Organizer
    private let path = "/desk/calendar"

    init() throws {
        festival = try Festival()
        owner = try .owner(of: festival)
        organizer = try festival.services.organizers.organizer(named: "Nile Nights")
    }

    private func serve(_ work: (Served) async throws -> Void) async throws {
        try await Served.with(configuration: festival.configuration, work)
    }

    /// Creates a draft with local times such as `2027-03-28T01:00`.
    @discardableResult
    private func event(
        _ title: String, _ start: String, _ end: String?, in zone: String, at venue: String? = nil
    ) throws -> Event {
        let zoned = try #require(TimeZones.named(zone))
        let times = try [start, end].map { try $0.flatMap { try FormTime.instant($0, in: zoned, field: "start") } }
        return try festival.services.events.createEvent(
            EventDetails(title: title, venue: venue, timeZone: zone, start: times[0], end: times[1]), suite: .hmac,
            of: organizer)
    }

    private func cell(_ day: String, in page: String) throws -> String {
        let cells = page.components(separatedBy: "<td").dropFirst()
        return try #require(cells.first { $0.contains("datetime=\"\(day)\"") })
    }

    @Test(
        """
        A day of the calendar shows its events and sub-events with local times, and says in words which events \
        conflict
        """)
    func conflicts() async throws {
        let title = festival.event.details.title
        let fair = try event("Fair <b>", "2026-12-23T09:00", "2026-12-23T12:00", in: "Africa/Kampala", at: "lido")
        try event("Tea", "2026-12-23T12:20", "2026-12-23T13:00", in: "Africa/Kampala", at: "Barn")
        _ = try festival.services.subEvents.addSubEvent(
            SubEventDetails(kind: .reception, start: fair.details.start), to: fair)
        try await serve { served async throws in
            let page = try await owner.get(served, path).body
            #expect(page.contains("Calendar: December 2026") && page.contains("<caption class=\"unseen\">"))
            #expect(page.ranges(of: "<th scope=\"col\">").count == 7)
            let day = try cell("2026-12-23", in: page)
            #expect(page.contains("All times are in the time zone Africa/Kampala."))
            #expect(day.contains("08:26–09:26<br>Lido") && !day.contains("Africa/Kampala"))
            #expect(day.contains("09:00–12:00") && day.contains("Fair &lt;b&gt;"))
            // Only the present day is marked, and only in its month.
            let mark = "aria-current=\"date\""
            #expect(day.contains(mark) && day.contains(">Today</span>") && page.ranges(of: mark).count == 1)
            #expect(!(try await owner.get(served, "\(path)?month=2027-01").body.contains(mark)))
            #expect(day.contains("Reception, part of “Fair &lt;b&gt;”"))
            #expect(day.contains("Overlaps with “\(title)” in the same place."))
            #expect(day.contains("Overlaps with “Fair &lt;b&gt;” in the same place."))
            #expect(
                day.contains(
                    "The break before or after “Fair &lt;b&gt;”, which is in another place, is 30 minutes or less."))
            #expect(page.contains("2 conflicts in this month."))
            #expect(try cell("2026-12-22", in: page).contains("class=\"free\""))
            #expect(MarkupGrammar.fault(in: page) == nil)
            #expect(PageForm.links(in: try await owner.get(served, "/desk/events").body).contains(path))
            let kay = try festival.services.users.addUser(UserDetails(name: "Kay"))
            let stranger = try DeskVisitor("kay", kay, at: festival)
            #expect(!(try await stranger.get(served, path).body.contains(title)))
        }
    }

    @Test("The month of an event follows from its local days, even at the end of a month and when clocks change")
    func edges() async throws {
        try event("Kiritimati", "2027-03-01T00:10", "2027-03-01T01:00", in: "Pacific/Kiritimati")
        try event("Honolulu", "2027-03-31T23:30", "2027-04-01T00:00", in: "Pacific/Honolulu")
        try event("Night", "2027-03-27T22:00", "2027-03-28T04:00", in: "Europe/Berlin")
        try event("Open end", "2027-03-28T03:00", nil, in: "Europe/Berlin")
        try event("Camp", "2027-02-27T10:00", "2027-03-02T18:00", in: "Europe/Berlin")
        try await serve { served async throws in
            let march = try await owner.get(served, "\(path)?month=2027-03").body
            #expect(march.contains("All times are the local times of the venues."))
            #expect(try cell("2027-03-01", in: march).contains("00:10–01:00 Pacific/Kiritimati"))
            #expect(try cell("2027-03-31", in: march).contains("23:30–00:00 Pacific/Honolulu"))
            // The clocks go forward at 02:00.
            #expect(try cell("2027-03-27", in: march).contains("22:00–04:00 Europe/Berlin"))
            #expect(try cell("2027-03-28", in: march).contains("Continues until 04:00 Europe/Berlin"))
            #expect(try cell("2027-03-28", in: march).contains("03:00 Europe/Berlin"))
            #expect(try cell("2027-03-01", in: march).contains("Continues all day"))
            #expect(try cell("2027-03-02", in: march).contains("Continues until 18:00"))
            let april = try await owner.get(served, "\(path)?month=2027-04").body
            #expect(!april.contains("Honolulu") && april.contains("No events in this month."))
            let february = try await owner.get(served, "\(path)?month=2027-02").body
            #expect(!february.contains("00:10") && february.contains("Camp"))
            #expect(try cell("2027-02-27", in: february).contains("10:00 until Tue 2 Mar 2027, 18:00"))
            let links = PageForm.links(in: march)
            #expect(links.contains("\(path)?month=2027-02") && links.contains("\(path)?month=2027-04"))
            // There are links to each month from a year before the present month to a year after it.
            let present = try await owner.get(served, path).body
            #expect(PageForm.links(in: present).contains("\(path)?month=2026-11"))
            #expect(!PageForm.links(in: present).contains(path) && links.contains(path))
            let first = PageForm.links(in: try await owner.get(served, "\(path)?month=2025-12").body)
            #expect(!first.contains("\(path)?month=2025-11") && first.contains("\(path)?month=2026-01"))
            let last = PageForm.links(in: try await owner.get(served, "\(path)?month=2027-12").body)
            #expect(last.contains("\(path)?month=2027-11") && !last.contains("\(path)?month=2028-01"))
            #expect(try await owner.get(served, "\(path)?month=2027-13").body.contains("December 2026"))
        }
    }

    @Test("The weeks of a month begin on Monday and contain each day once")
    func weeks() throws {
        for (text, before, count) in [("2026-11", 6, 30), ("2027-02", 0, 28), ("1970-01", 3, 31), ("2028-02", 1, 29)] {
            let month = try #require(CalendarMonth(text))
            #expect("\(month)" == text)
            let cells = Array(month.weeks.joined())
            #expect(month.weeks.allSatisfy { $0.count == 7 })
            #expect(cells.prefix { $0 == nil }.count == before, "\(text)")
            #expect(cells.compactMap(\.self) == month.days && month.days.count == count, "\(text)")
        }
        for text in ["2026-13", "2026-1", "1969-12", "2200-01", "x", ""] { #expect(CalendarMonth(text) == nil) }
        #expect(CalendarMonth("1970-01")?.previous == nil && CalendarMonth("2199-12")?.next == nil)
        #expect(CalendarMonth("2026-12")?.next == CalendarMonth("2027-01"))
        #expect(CalendarMonth("2027-01")?.previous?.name(in: .english) == "December 2026")
    }
}
