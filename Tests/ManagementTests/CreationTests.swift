import EventFixture
import Foundation
import Management
import Store
import Testing
import Ticketing

@Suite("Creating an event with all its parts", .everyEngine)
struct CreationTests {
    private let festival: Festival
    private let organizer: Organizer

    init() throws {
        festival = try Festival()
        organizer = try #require(try festival.services.organizers.organizers().first)
    }

    private func new(_ list: String = "name,household,ceremony\nGrace,H,yes\nDenis,H,yes\n") throws -> EventCreation {
        try festival.folder.write(list, to: "new.csv")
        return EventCreation(
            details: EventDetails(title: "Grace & Denis", kind: .celebration, timeZone: "Africa/Kampala"), suite: .hmac,
            types: [TicketTypeDetails(name: "Photographer")],
            subEvents: [SubEventDetails(kind: .ceremony), SubEventDetails(kind: .reception)],
            guestList: try GuestListFile(festival.folder("new.csv")))
    }

    private func rows() throws -> [Int] {
        try festival.store.check().rows.map(\.count)
    }

    @Test("Ticket types, sub-events and guests are created with an event; each type, sub-event and import is audited")
    func made() throws {
        let made = try festival.services.events.createEvent(try new(), of: organizer)
        #expect(made.guests?.added == 2 && made.guests?.invited == 2)
        #expect(try festival.services.subEvents.subEvents(of: made.event).map(\.name) == ["Ceremony", "Reception"])
        #expect(try festival.services.ticketTypes.ticketTypes(of: made.event).map(\.name) == ["Photographer"])
        var actions: [String] = []
        try festival.services.audit.forEachChange(of: organizer) {
            if $0.event == made.event.number { actions.append($0.action) }
        }
        #expect(actions == ["createEvent", "addType", "addSubEvent", "addSubEvent", "importGuests"])
    }

    @Test("If any part of a new event has an error, nothing is created")
    func allOrNothing() throws {
        let before = try rows()
        var untitled = try new()
        untitled.details.title = ""
        #expect(throws: ManagementError.self) { try festival.services.events.createEvent(untitled, of: organizer) }
        var twice = try new()
        twice.types += [TicketTypeDetails(name: "photographer")]
        #expect(throws: SalesError.typeFaults([.nameTaken("Photographer")])) {
            try festival.services.events.createEvent(twice, of: organizer)
        }
        var alike = try new()
        alike.subEvents += [SubEventDetails(kind: .reception)]
        #expect(throws: GuestError.faultySubEvent([.nameTaken("Reception")])) {
            try festival.services.events.createEvent(alike, of: organizer)
        }
        let faulty = try new("name,companions\nGrace,1\nDenis,many\n")
        do {
            _ = try festival.services.events.createEvent(faulty, of: organizer)
            Issue.record("a faulty list was accepted")
        } catch GuestError.guestImport(let faults, let total) {
            #expect(total == 1 && faults.map(\.line) == [3] && faults.map(\.column) == ["companions"])
        }
        let missing = try new()
        try FileManager.default.removeItem(atPath: festival.folder("new.csv"))
        #expect(throws: (any Error).self) { try festival.services.events.createEvent(missing, of: organizer) }
        #expect(try rows() == before)
    }

    @Test("A dry run of the creation of an event reports the result, and stores nothing")
    func tried() throws {
        let before = try rows()
        let tried = try festival.services.events.createEvent(try new(), of: organizer, effect: .dryRun)
        #expect(
            tried.guests?.added == 2 && tried.guests?.columns.used.map(\.meaning) == ["name", "household", "Ceremony"])
        #expect(try rows() == before)
    }
}
