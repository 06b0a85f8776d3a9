import EventFixture
import Languages
import Management
import Testing
import Ticketing

@Suite("Locked fields of an ongoing event", .everyEngine)
struct EventLockTests {
    private let festival: Festival
    private var events: EventService { festival.services.events }
    private var event: Event { festival.event }
    /// The event starts one hour after `Festival.start`, and lasts one hour.
    private let start = Festival.start.advanced(bySeconds: 3600)
    private let end = Festival.start.advanced(bySeconds: 7200)

    init() throws { festival = try Festival() }

    private func faults(_ alter: (inout EventDetails) -> Void) throws -> [FieldFault] {
        do {
            _ = try events.edit(event, alter)
            return []
        } catch ManagementError.invalid(let faults) {
            return faults
        }
    }

    private var stored: EventDetails {
        get throws { try events.event(named: "\(event.number)").details }
    }

    @Test("While an event is ongoing, its venue is locked; before the start and after the end, the venue can change")
    func phases() throws {
        for (seconds, isLocked) in [(3599, false), (3600, true), (7199, true), (7200, false)] as [(Int64, Bool)] {
            festival.clock.set(Festival.start.advanced(bySeconds: seconds))
            let before = try stored
            let found = try faults { $0.venue = "Pier \(seconds)" }
            #expect(found == (isLocked ? [FieldFault("venue", FaultSentence.lockedWhileOngoing)] : []), "\(seconds)")
            #expect(try stored.venue == (isLocked ? before.venue : "Pier \(seconds)"))
            #expect(event.lockedFields(at: festival.clock.now()).isEmpty != isLocked)
        }
    }

    @Test("If an edit changes several locked fields, each field has a fault, and nothing of the edit is saved")
    func allFaults() throws {
        festival.clock.set(start)
        let before = try stored
        let found = try faults { details in
            details.title = "Ball"
            (details.venue, details.address, details.city) = ("Pier", "Shore Road 1", "Jinja")
            details.position = Coordinates(latitude: 1, longitude: 2)
            details.timeZone = "Africa/Nairobi"
            details.start = start.advanced(bySeconds: 60)
            details.end = end.advanced(bySeconds: -1)
        }
        #expect(found.map(\.field) == ["venue", "address", "city", "position", "timezone", "start", "end"])
        #expect(found.dropLast().allSatisfy { $0.kind == .lockedWhileOngoing })
        #expect(found.last?.kind == .laterEndWhileOngoing)
        #expect(try stored == before)
        #expect(try faults { $0.venue = nil }.map(\.field) == ["venue"])
        #expect(try faults { $0.start = nil }.map(\.field) == ["start"])
    }

    @Test("The end of an ongoing event can move later but not earlier, and all fields that are not locked can change")
    func others() throws {
        festival.clock.set(start.advanced(bySeconds: 600))
        #expect(try faults { $0.end = end.advanced(bySeconds: 3600) }.isEmpty)
        #expect(
            try faults { $0.end = end.advanced(bySeconds: 3599) } == [
                FieldFault("end", FaultSentence.laterEndWhileOngoing)
            ])
        let locked = event.lockedFields(at: festival.clock.now())
        var wanted = try stored
        let sample = try EventDetails.sample()
        for field in EventDetails.fields where !locked.contains(field.name) {
            // The times of the sample are on another day. Suitable times are set below.
            guard field.kind != .time else { continue }
            try field.set(field.content(of: sample), in: &wanted)
        }
        wanted.doors = start.advanced(bySeconds: -1200)
        wanted.answerBy = end
        wanted.payBy = end
        #expect(try events.edit(event) { $0 = wanted }.event.details == wanted)
        #expect(try stored == wanted)
    }

    @Test("If one of several events is ongoing, an attempt to shift these events moves no event and no sub-event")
    func shifting() throws {
        let organizer = try #require(try festival.services.organizers.organizers().first)
        let later = try events.createEvent(
            EventDetails(
                title: "Later", timeZone: "UTC", start: start.advanced(bySeconds: 86_400),
                end: end.advanced(bySeconds: 86_400)), suite: .hmac, of: organizer)
        let subEvent = try festival.services.subEvents.addSubEvent(
            SubEventDetails(kind: .reception, start: start), to: event)
        festival.clock.set(start)
        for effect in [WriteMode.dryRun, .commit] {
            #expect(throws: ManagementError.self) {
                try events.shift([later, event], by: TimeShift(days: 1), effect: effect)
            }
        }
        #expect(try events.event(named: "\(later.number)").details == later.details)
        #expect(try festival.services.subEvents.subEvents(of: event).map(\.details.start) == [start])
        #expect(try events.shift([later], by: TimeShift(days: 1)).count == 1)
        // A sub-event of an ongoing event is not locked, so its start can be edited.
        let moved = start.advanced(bySeconds: 900)
        _ = try festival.services.subEvents.editSubEvent(subEvent, of: event) { $0.start = moved }
        #expect(try festival.services.subEvents.subEvents(of: event).map(\.details.start) == [moved])
    }

    @Test("A draft and a cancelled event are never locked")
    func otherStates() throws {
        let draft = try events.duplicate(event, titled: "Draft", by: nil)
        _ = try events.cancelEvent(event)
        festival.clock.set(start)
        #expect(try events.edit(draft) { $0.venue = "Pier" }.event.details.venue == "Pier")
        #expect(try events.edit(event) { $0.venue = "Pier" }.event.details.venue == "Pier")
    }
}
