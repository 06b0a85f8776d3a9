import Testing
import Ticketing

private let start = Instant(seconds: 1_800_000_000)
private let end = start.advanced(bySeconds: 7200)

private func event(_ status: Event.Status, start: Instant? = start, end: Instant? = end) throws -> Event {
    Event(
        number: try #require(EventNumber(rawValue: 7)), organizer: try #require(OrganizerNumber(rawValue: 1)),
        slug: "gala", suite: .hmac, created: Instant(seconds: 0), status: status,
        details: EventDetails(title: "Gala", timeZone: "UTC", start: start, end: end))
}

@Suite("Phases of an event")
struct EventLifeTests {
    /// An event's status, the time and the number of sold tickets, with the expected results.
    struct Cell: Sendable {
        let status: Event.Status
        let now: Instant
        let sold: Int
        let phase: EventPhase
        let warns: Bool
        let deletion: DeletionRule
    }

    static let before = start.advanced(bySeconds: -1)
    static let cells = [
        Cell(status: .draft, now: before, sold: 0, phase: .draft, warns: false, deletion: .allowed),
        Cell(status: .draft, now: start, sold: 3, phase: .draft, warns: false, deletion: .allowed),
        Cell(status: .published, now: before, sold: 0, phase: .published, warns: false, deletion: .needsConfirmation),
        Cell(
            status: .published, now: before, sold: 1, phase: .published, warns: true,
            deletion: .needsConfirmationForHolders(1)),
        Cell(status: .published, now: start, sold: 0, phase: .ongoing, warns: false, deletion: .refusedWhileOngoing),
        Cell(status: .published, now: start, sold: 9, phase: .ongoing, warns: true, deletion: .refusedWhileOngoing),
        Cell(
            status: .published, now: end.advanced(bySeconds: -1), sold: 9, phase: .ongoing, warns: true,
            deletion: .refusedWhileOngoing),
        Cell(status: .published, now: end, sold: 9, phase: .completed, warns: false, deletion: .allowed),
        Cell(status: .cancelled, now: before, sold: 9, phase: .cancelled, warns: false, deletion: .allowed),
        Cell(status: .cancelled, now: start, sold: 0, phase: .cancelled, warns: false, deletion: .allowed),
    ]

    @Test(
        "Status, time and sold tickets decide the phase, the warning before an edit, and the rule for deletion",
        arguments: cells)
    func table(cell: Cell) throws {
        let event = try event(cell.status)
        #expect(event.phase(at: cell.now) == cell.phase)
        #expect(event.editNeedsWarning(sold: cell.sold, now: cell.now) == cell.warns)
        #expect(event.deletionRule(sold: cell.sold, now: cell.now) == cell.deletion)
    }

    @Test("A published event without times is neither ongoing nor over")
    func timeless() throws {
        #expect(try event(.published, start: nil, end: nil).phase(at: end) == .published)
    }

    @Test("A deleted event can be restored for 30 days, exactly to the millisecond")
    func restorable() throws {
        var event = try event(.published)
        #expect(!event.isRestorable(at: start))
        event.deleted = start
        let last = Instant(milliseconds: start.milliseconds + 30 * 86_400_000 - 1)
        #expect(event.isRestorable(at: last))
        #expect(!event.isRestorable(at: Instant(milliseconds: last.milliseconds + 1)))
    }

    @Test("Times of events, ticket types and sub-events must be from 1970 to 2199", arguments: [-1, 7_258_118_400_000])
    func times(milliseconds: Int64) {
        let far = Instant(milliseconds: milliseconds)
        let event = EventDetails(title: "x", timeZone: "UTC", start: far, end: far).with { $0.doors = far }
        #expect(event.faults.map(\.field) == ["doors", "start", "end"])
        let type = TicketTypeDetails(
            name: "x", window: ValidityWindow(from: far), sales: SalesWindow(opens: far))
        #expect(type.faults(among: []).map(\.fieldFault.field) == ["opens", "valid-from"])
        #expect(SubEventDetails(kind: .ceremony, start: far).faults.map(\.fieldFault.field) == ["start"])
        let near = Instant(milliseconds: milliseconds < 0 ? 0 : milliseconds - 1)
        #expect(EventDetails(title: "x", timeZone: "UTC", start: near).faults.isEmpty)
    }

    @Test("Every invalid field of an event is reported with its allowed values")
    func faults() {
        var details = EventDetails(title: " ", timeZone: "Mars/Base", capacity: 0)
        details.about = String(repeating: "x", count: 5001)
        details.venue = ""
        details.address = String(repeating: "y", count: 201)
        details.city = "\n"
        details.contact = ""
        details.position = Coordinates(latitude: 91_000_000, longitude: 0)
        #expect(
            details.faults.map(\.field) == [
                "title", "about", "venue", "address", "city", "position", "timezone", "capacity", "contact",
            ])
        #expect(details.faults.allSatisfy { !$0.allowed.english.isEmpty })
        #expect(EventDetails(title: "x", timeZone: "UTC").faults.isEmpty)
    }

    @Test("A shift by days keeps the local time across a clock change; a shift by hours does not")
    func daylightSaving() throws {
        // In Paris, 2099-03-28 20:00 is 19:00 UTC. Summer time begins on the next day.
        var details = EventDetails(title: "x", timeZone: "Europe/Paris", start: Instant(seconds: 4_078_407_600))
        #expect(details.start?.iso8601(in: .gmt) == "2099-03-28T19:00:00Z")
        let days = details.shifted(by: try #require(TimeShift("1d"))).start?.iso8601(in: .gmt)
        #expect(days == "2099-03-29T18:00:00Z")
        let hours = details.shifted(by: try #require(TimeShift("24h"))).start?.iso8601(in: .gmt)
        #expect(hours == "2099-03-29T19:00:00Z")
        details.timeZone = "Africa/Kampala"
        let back = details.shifted(by: try #require(TimeShift("-1d30m"))).start?.iso8601(in: .gmt)
        #expect(back == "2099-03-27T18:30:00Z")
    }

    @Test("A malformed shift is rejected", arguments: ["", "d", "7", "1w", "0d", "-0h", "99999d", "1d-2h", "7 d"])
    func noShift(text: String) { #expect(TimeShift(text) == nil) }

    @Test("An edit counts as moving an event only if the edit changes the time or the place")
    func moves() {
        let details = EventDetails(title: "x", venue: "Lido", timeZone: "UTC", start: start)
        func changed(_ alter: (inout EventDetails) -> Void) -> Bool {
            var other = details
            alter(&other)
            return details.changesTimeOrVenue(to: other)
        }
        #expect(!changed { $0.title = "y" } && !changed { $0.capacity = 5 } && !changed { $0.contact = "z" })
        #expect(changed { $0.start = end } && changed { $0.doors = start } && changed { $0.venue = "Pier" })
        #expect(changed { $0.position = Coordinates(latitude: 51_200, longitude: 32_463_700) })
        #expect(changed { $0.city = "Jinja" } && changed { $0.timeZone = "Africa/Kampala" })
    }
}
