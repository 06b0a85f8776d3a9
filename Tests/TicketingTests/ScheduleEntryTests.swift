import Testing
import Ticketing

@Suite("Conflicts between the events of an organizer")
struct ScheduleEntryTests {
    /// An event that begins and ends at these minutes.
    private func event(
        _ number: UInt32, _ start: Int64?, _ end: Int64?, at venue: String? = nil, in city: String? = nil,
        of organizer: UInt32 = 1, status: Event.Status = .published
    ) throws -> Event {
        var details = EventDetails(
            title: "Event \(number)", venue: venue, timeZone: "UTC", start: start.map { Instant(seconds: $0 * 60) },
            end: end.map { Instant(seconds: $0 * 60) })
        details.city = city
        return Event(
            number: try #require(EventNumber(rawValue: number)),
            organizer: try #require(OrganizerNumber(rawValue: organizer)), slug: "event-\(number)", suite: .hmac,
            created: Instant(seconds: 0), status: status, details: details)
    }

    /// The kind of conflict between two events; nil if they do not conflict.
    private func kind(_ first: Event, _ second: Event) throws -> ScheduleConflict.Kind? {
        let entries = [ScheduleEntry](events: [first, second], subEvents: [])
        let (one, other) = (
            try #require(entries.first { $0.event == first }), try #require(entries.first { $0.event == second })
        )
        // A conflict is mutual.
        #expect(one.conflicts.map(\.kind) == other.conflicts.map(\.kind))
        #expect(one.conflicts.allSatisfy { $0.event == second })
        return one.conflicts.first?.kind
    }

    @Test("Events conflict if they overlap, or if they are in different places and the time between them is too short")
    func kinds() throws {
        let own = try event(1, 600, 720, at: "Lido", in: "Entebbe")
        let cases: [(Int64, Int64, String?, String?, ScheduleConflict.Kind?)] = [
            (600, 720, "LIDO", "entebbe", .samePlace), (719, 800, "Lido", nil, .samePlace),
            (600, 720, "Barn", "Entebbe", .overlap), (600, 720, "Lido", "Jinja", .overlap),
            (600, 720, nil, nil, .overlap), (720, 800, "Barn", nil, .tooClose), (750, 800, "Barn", nil, .tooClose),
            (751, 800, "Barn", nil, nil), (720, 800, "Lido", "Entebbe", nil), (720, 800, nil, nil, nil),
        ]
        for (start, end, venue, city, expected) in cases {
            let other = try event(2, start, end, at: venue, in: city)
            #expect(try kind(own, other) == expected, "\(start) \(venue ?? "") \(city ?? "")")
        }
    }

    @Test("Too little time to travel between two positions is a conflict, except for a sub-event with its own venue")
    func travel() throws {
        func event(_ number: UInt32, _ start: Int64, at latitude: Int) throws -> Event {
            let event = try self.event(number, start, start + 60)
            var details = event.details
            details.position = Coordinates(latitude: latitude, longitude: 32_581_100)
            return Event(
                number: event.number, organizer: event.organizer, slug: event.slug, suite: .hmac,
                created: event.created, status: .published, details: details)
        }
        // Travelling 111.2 km takes 2 hours and 47 minutes.
        let own = try event(1, 600, at: 0)
        #expect(try kind(own, event(2, 660 + 120, at: 1_000_000)) == .tooFar)
        #expect(try kind(own, event(2, 660 + 180, at: 1_000_000)) == nil)
        #expect(try kind(own, event(2, 660 + 120, at: 100_000)) == nil)
        // These events have no venue names, so their places count as different only if the travel takes longer than
        // half an hour.
        #expect(try kind(own, event(2, 660 + 20, at: 1_000_000)) == .tooFar)
        #expect(try kind(own, event(2, 660, at: 100_000)) == nil)
        let far = try event(2, 2000, at: 1_000_000)
        let parts = [
            SubEventDetails(kind: .ceremony, venue: "Barn", start: Instant(seconds: 780 * 60)),
            SubEventDetails(kind: .reception, start: Instant(seconds: 780 * 60)),
        ].enumerated().map { SubEvent(event: far.number, number: $0.offset + 1, details: $0.element) }
        let entries = [ScheduleEntry](events: [own, far], subEvents: parts)
        #expect(entries.map { $0.conflicts.map(\.kind) } == [[.tooFar], [], [.tooFar], []])
    }

    @Test("Cancelled events, events of other organizers and events without a start have no conflicts")
    func exceptions() throws {
        let own = try event(1, 600, 720, at: "Lido")
        #expect(try kind(own, event(2, 600, 720, at: "Lido", status: .draft)) == .samePlace)
        #expect(try kind(own, event(2, 600, 720, at: "Lido", status: .cancelled)) == nil)
        #expect(try kind(own, event(2, 600, 720, at: "Lido", of: 2)) == nil)
        let undated = try event(3, nil, nil, at: "Lido")
        #expect([ScheduleEntry](events: [own, undated], subEvents: []).map(\.event) == [own])
    }

    @Test("A sub-event has its own time and place; each conflicting event is named once, with its strongest conflict")
    func subEvents() throws {
        let wedding = try event(1, 600, 720, at: "Church")
        let gala = try event(2, 90, 300, at: "Barn")
        let parts = [
            SubEventDetails(kind: .rehearsal, venue: "Barn", start: Instant(seconds: 6000)),
            SubEventDetails(kind: .ceremony, start: Instant(seconds: 36_000)), SubEventDetails(kind: .reception),
        ].enumerated().map { SubEvent(event: wedding.number, number: $0.offset + 1, details: $0.element) }
        let entries = [ScheduleEntry](events: [wedding, gala], subEvents: parts)
        // The reception has no start. The ceremony and its event do not conflict with each other.
        #expect(entries.map { $0.subEvent?.number ?? 0 } == [0, 1, 0, 2])
        #expect(entries.map(\.conflicts.count) == [1, 1, 0, 0])
        #expect(entries[0].conflicts.first?.event == wedding && entries[1].conflicts.first?.event == gala)
        #expect(entries[1].conflicts.first?.kind == .samePlace)
    }
}
