import EventFixture
import Foundation
import Management
import Store
import Testing
import TicketToken
import Ticketing

@Suite("Management services", .everyEngine)
struct ServiceTests {
    @Test("Publishing reports every fault at once, and a published event can’t be published again")
    func publishing() throws {
        let festival = try Festival()
        let organizer = try #require(try festival.services.organizers.organizers().first)
        let draft = try festival.services.events.createEvent(
            EventDetails(title: "Half done", timeZone: "UTC", end: Festival.start.advanced(bySeconds: -1)),
            suite: .hmac, of: organizer)
        #expect(throws: ManagementError.notPublishable([.noStart, .noVenue, .inThePast, .noTicketType])) {
            try festival.services.events.publish(draft)
        }
        #expect(throws: ManagementError.notPublishable([.notADraft(.published)])) {
            try festival.services.events.publish(festival.event)
        }
    }

    @Test("Publishing reports invalid times and an unverified organizer together with all other faults")
    func everyFault() throws {
        let festival = try Festival()
        let organizer = try #require(try festival.services.organizers.organizers().first)
        let start = Festival.start.advanced(bySeconds: -60)
        let draft = try festival.services.events.createEvent(
            EventDetails(
                title: "Upside down", timeZone: "UTC", start: start, end: start.advanced(bySeconds: 1)
            ).with { $0.doors = start },
            suite: .hmac, of: organizer)
        // An earlier version of the program could store such times.
        try festival.tamper(
            """
            UPDATE event SET doors = start + 1000, ends = start WHERE number = \(draft.number.rawValue)
            """)
        let other = try festival.services.events.edit(draft) { $0.city = "Entebbe" }.event
        #expect(other.details.city == "Entebbe")
        try festival.tamper("DELETE FROM organizer_step; UPDATE organizer SET verified = NULL, verified_by = NULL")
        #expect(
            throws: ManagementError.notPublishable([
                .organizerNotVerified(missing: VerificationStep.allCases), .endsBeforeStart, .doorsAfterStart, .noVenue,
                .inThePast, .noTicketType,
            ])
        ) { try festival.services.events.publish(draft) }
        let bare = try festival.services.events.createEvent(
            EventDetails(title: "Bare", timeZone: "UTC"), suite: .hmac, of: organizer)
        #expect(
            throws: ManagementError.notPublishable([
                .organizerNotVerified(missing: VerificationStep.allCases), .noStart, .noEnd, .noVenue, .noTicketType,
            ])
        ) { try festival.services.events.publish(bare) }
    }

    @Test("An event is refused if it does not end after its start, or if its doors open after its start")
    func reversedTimes() throws {
        let festival = try Festival()
        let organizer = try #require(try festival.services.organizers.organizers().first)
        let start = Festival.start
        var details = EventDetails(
            title: "Upside down", timeZone: "UTC", start: start, end: start
        ).with { $0.doors = start.advanced(bySeconds: 1) }
        func fields(_ work: () throws -> Void) throws -> Set<String> {
            do {
                try work()
                return []
            } catch ManagementError.invalid(let faults) {
                return Set(faults.map(\.field))
            }
        }
        #expect(
            try fields { _ = try festival.services.events.createEvent(details, suite: .hmac, of: organizer) } == [
                "end", "doors",
            ])
        let new = EventCreation(details: details, suite: .hmac)
        #expect(try fields { _ = try festival.services.events.createEvent(new, of: organizer) } == ["end", "doors"])
        details.doors = start
        details.end = start.advanced(bySeconds: 60)
        let draft = try festival.services.events.createEvent(details, suite: .hmac, of: organizer)
        for event in [draft, festival.event] {
            #expect(try fields { _ = try festival.services.events.edit(event) { $0.end = $0.start } } == ["end"])
            #expect(
                try fields {
                    _ = try festival.services.events.edit(event) { $0.doors = $0.start?.advanced(bySeconds: 1) }
                } == ["doors"])
        }
        #expect(try festival.services.events.event(named: "\(draft.number)").details == details)
    }

    @Test("If a new or edited event has faulty fields, all of them are reported at once, and nothing is saved")
    func faultyFields() throws {
        let festival = try Festival()
        let organizer = try #require(try festival.services.organizers.organizers().first)
        func spoil(_ details: inout EventDetails) {
            details.title = " "
            details.about = String(repeating: "x", count: 5001)
            details.venue = ""
            details.address = String(repeating: "y", count: 201)
            details.city = "\n"
            details.contact = ""
            details.timeZone = "Mars/Base"
            details.capacity = 0
            details.position = Coordinates(latitude: 0, longitude: 181_000_000)
        }
        let fields = [
            "title", "about", "venue", "address", "city", "position", "timezone", "capacity", "contact",
        ]
        func faults(_ attempt: () throws -> Void) throws -> [String] {
            do {
                try attempt()
                return []
            } catch ManagementError.invalid(let faults) {
                return faults.map(\.field)
            }
        }
        var details = EventDetails(title: "x", timeZone: "UTC")
        spoil(&details)
        #expect(
            try faults { _ = try festival.services.events.createEvent(details, suite: .hmac, of: organizer) } == fields)
        #expect(try faults { _ = try festival.services.events.edit(festival.event, spoil) } == fields)
        #expect(try festival.services.events.events() == [festival.event])
    }

    @Test("An event is found by number, slug or unique prefix; for an ambiguous prefix, the error lists the matches")
    func naming() throws {
        let festival = try Festival()
        let organizer = try #require(try festival.services.organizers.organizers().first)
        let second = try festival.services.events.createEvent(
            EventDetails(title: "New Year by the Lake", timeZone: "UTC"), suite: .hmac, of: organizer)
        #expect(second.slug == "new-year-by-the-lake-2")
        #expect(try festival.services.events.event(named: "new-year-by-the-lake").number == festival.event.number)
        #expect(try festival.services.events.event(named: second.number.description).number == second.number)
        #expect(try festival.services.events.event(named: "NEW-year-by-the-lake-").number == second.number)
        #expect(try festival.services.events.event(named: "New-Year-By-The-Lake").number == festival.event.number)
        let start = try #require(festival.event.details.start)
        let day = CalendarDay(start, in: festival.event.zone).rawValue
        let error = #expect(throws: ManagementError.self) { try festival.services.events.event(named: "new") }
        let candidates = "new-year-by-the-lake (published, \(day)), new-year-by-the-lake-2 (draft, no date)"
        #expect(error?.description == "“new” could be \(candidates)")
        #expect(throws: ManagementError.self) { try festival.services.events.event(named: "") }
    }

    @Test(
        "If the slugs of a draft and a published event begin alike, their prefix finds the published event at a gate")
    func namingAtGates() throws {
        let festival = try Festival()
        let organizer = try #require(try festival.services.organizers.organizers().first)
        let draft = try festival.services.events.createEvent(
            EventDetails(title: "New Year by the Lake", timeZone: "UTC"), suite: .hmac, of: organizer)
        func found(_ name: String) throws -> EventNumber {
            try festival.services.events.event(named: name, among: .publishedFirst).number
        }
        #expect(try found("new") == festival.event.number)
        #expect(try found(draft.slug) == draft.number)
        _ = try festival.services.events.cancelEvent(festival.event)
        // Neither event is published now, so the prefix is ambiguous.
        #expect(throws: ManagementError.self) { try found("new") }
    }

    @Test("A full slug finds its event, even if the event is deleted; an event’s number takes precedence over a slug")
    func fullSlugs() throws {
        let festival = try Festival()
        let organizer = try #require(try festival.services.organizers.organizers().first)
        let second = try festival.services.events.createEvent(
            EventDetails(title: "New Year by the Lake", timeZone: "UTC"), suite: .hmac, of: organizer)
        _ = try festival.services.events.deleteEvent(festival.event)
        func found(_ name: String) throws -> EventNumber {
            try festival.services.events.event(named: name, among: .any).number
        }
        #expect(try found("New-Year-By-The-Lake") == festival.event.number)
        #expect(try found("new-year") == second.number)
        // An earlier version of the program could store a slug that equals the number of another event.
        try festival.tamper("UPDATE event SET slug = '\(festival.event.number)' WHERE number = \(second.number)")
        #expect(try found("\(festival.event.number)") == festival.event.number)
    }

    @Test("If more tickets are requested than are left, no ticket is issued, and the error says how many are left")
    func limits() throws {
        let festival = try Festival(capacity: 10, type: TicketTypeDetails(name: "Regular", quantity: 6))
        _ = try festival.issue(4)
        #expect(throws: ManagementError.quantityExceeded(type: "Regular", asked: 3, left: 2)) { try festival.issue(3) }
        let family = try festival.services.ticketTypes.addTicketType(
            TicketTypeDetails(name: "Family", admits: try #require(Admits(rawValue: 4))), to: festival.event)
        #expect(throws: ManagementError.capacityExceeded(asked: 8, left: 6)) { try festival.issue(2, type: family) }
        #expect(try festival.services.tickets.ticketCount(of: festival.event) == 4)
        #expect(try festival.services.tickets.admittedPeople(of: festival.event) == 4)
    }

    @Test("If eight services at once try to sell more tickets than are left, they sell exactly the remaining tickets")
    func raced() async throws {
        let festival = try Festival(type: TicketTypeDetails(name: "Regular", quantity: 50))
        let sold = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let services = try ManagementServices.signIn(
                        to: Store.open(festival.address), clock: festival.clock.now)
                    var sold = 0
                    for _ in 0..<20 {
                        do {
                            sold += try services.tickets.issue(
                                .unnamed(1), type: festival.regular, of: festival.event, signingWith: festival.ring
                            ).tickets
                        } catch ManagementError.quantityExceeded {}
                    }
                    return sold
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(sold == 50)
        #expect(try festival.services.tickets.ticketCount(of: festival.event) == 50)
    }

    @Test("A cancelled ticket can’t be cancelled again or reissued, and another ticket can be issued in its place")
    func cancelling() throws {
        let festival = try Festival(type: TicketTypeDetails(name: "Regular", quantity: 1))
        let code = try festival.ticket(of: festival.issue(1)[0]).code
        #expect(
            try festival.services.tickets.cancel(code, of: festival.event, note: "ill").tickets[0].status == .cancelled)
        #expect(throws: ManagementError.notIssued(code, .cancelled)) {
            try festival.services.tickets.cancel(code, of: festival.event, note: nil)
        }
        #expect(throws: ManagementError.notIssued(code, .cancelled)) {
            try festival.services.tickets.reissue(code, of: festival.event, signingWith: festival.ring)
        }
        #expect(try festival.issue(1).count == 1)
    }

    @Test("A ticket can be reissued at most 255 times")
    func reissuing() throws {
        let festival = try Festival()
        let code = try festival.ticket(of: festival.issue(1)[0]).code
        for issue in 1...255 {
            #expect(
                try festival.services.tickets.reissue(code, of: festival.event, signingWith: festival.ring).issue
                    == issue)
        }
        #expect(throws: ManagementError.noIssueLeft(code)) {
            try festival.services.tickets.reissue(code, of: festival.event, signingWith: festival.ring)
        }
    }

    @Test("Tickets can be signed with the public sample key only in a rehearsal; without a key, no ticket is issued")
    func publicKeys() throws {
        let festival = try Festival()
        let folder = try TemporaryFolder()
        try KeyRing.create(at: "\(folder.path)/keys")
        var ring = try KeyRing.open(at: "\(folder.path)/keys")
        func issue(_ use: PublicKeyUse) throws -> IssueSummary {
            let other = try Festival()
            return try other.services.tickets.issue(
                .unnamed(1), type: other.regular, of: other.event, signingWith: ring,
                options: TicketIssueOptions(publicKeys: use))
        }
        #expect(throws: ManagementError.noSigningKey) { try issue(.rehearsal) }
        try ring.generate(at: Festival.start, isPublic: true)
        #expect(throws: ManagementError.publicDemoKey(number: 1)) { try issue(.refused) }
        #expect(try issue(.rehearsal).tickets == 1)
        _ = try festival.issue(1)
        #expect(throws: StoreError.self) {
            try festival.services.tickets.issue(
                .unnamed(1), type: festival.regular, of: festival.event, signingWith: ring,
                options: TicketIssueOptions(publicKeys: .rehearsal))
        }
    }
}
