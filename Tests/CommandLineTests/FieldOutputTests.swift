import EventFixture
import Management
import Presentation
import Testing
import Ticketing

@testable import eventpass

@Suite("Fields in the output of commands")
struct FieldOutputTests {
    private let terminal = Terminal(noColor: true)

    /// Sample details in which one field has its default.
    private func sample<Entity: FieldEntity>(without field: EntityField<Entity>) throws -> Entity {
        var entity = try Entity.sample()
        try field.set(field.content(of: Entity.blank), in: &entity)
        return entity
    }

    @Test("No field of an event can stay unseen: a changed value of each field changes the lines of `event show`")
    func events() throws {
        let festival = try Festival(engine: .sqlite)
        func lines(_ details: EventDetails) throws -> [String] {
            var event = festival.event
            event.details = details
            return try EventOverviewJSON(of: event, in: festival.services, now: Festival.start).lines
        }
        let full = try lines(.sample())
        for field in EventDetails.fields {
            #expect(try lines(sample(without: field)) != full, "\(field.name)")
        }
    }

    @Test("No field of a sub-event can stay unseen, neither in the table of sub-events nor in `event show`")
    func subEvents() throws {
        let festival = try Festival(engine: .sqlite)
        let overview = try EventOverviewJSON(of: festival.event, in: festival.services, now: Festival.start)
        func outputs(_ details: SubEventDetails) -> (table: [String], line: String) {
            let subEvent = SubEvent(event: festival.event.number, number: 1, details: details)
            return (SubEventJSON.table([subEvent], zone: .gmt).lines(terminal), overview.summary(subEvent))
        }
        let full = outputs(try .sample())
        for field in SubEventDetails.fields {
            let other = outputs(try sample(without: field))
            #expect(other.table != full.table && other.line != full.line, "\(field.name)")
        }
    }

    @Test("No field of an organizer can stay unseen: a changed value of each field changes the lines")
    func organizers() throws {
        var organizer = try Festival(engine: .sqlite).services.organizers.organizer(named: "Nile Nights")
        organizer.details = try .sample()
        let full = OrganizerJSON(organizer: organizer).lines
        for field in OrganizerDetails.fields {
            organizer.details = try sample(without: field)
            #expect(OrganizerJSON(organizer: organizer).lines != full, "\(field.name)")
        }
    }

    @Test("A field of a ticket type that `type list` does not show is one that is listed as left out, and JSON has it")
    func ticketTypes() throws {
        let event = try Festival(engine: .sqlite).event
        func outputs(_ details: TicketTypeDetails) -> (table: [String], json: String) {
            let type = TicketType(event: event.number, number: .first, details: details)
            let typeJSON = TicketTypeJSON(type: type, zone: .gmt)
            return (TicketTypeJSON.table([typeJSON], zone: .gmt).lines(terminal), typeJSON.json.text)
        }
        let full = outputs(try .sample())
        var unseen: Set<String> = []
        for field in TicketTypeDetails.fields {
            let other = outputs(try sample(without: field))
            #expect(other.json != full.json, "\(field.name)")
            if other.table == full.table { unseen.insert(field.name) }
        }
        #expect(unseen == TicketTypeJSON.fieldsOutsideTable)
    }

    @Test("A field that has no column of its own gets a column only if a row has a value that is not the default")
    func columns() throws {
        let event = try Festival(engine: .sqlite).event.number
        let plain = SubEvent(event: event, number: 1, details: SubEventDetails(kind: .ceremony))
        let limited = SubEvent(event: event, number: 2, details: SubEventDetails(kind: .reception, capacity: 80))
        let short = SubEventJSON.table([plain], zone: .gmt).lines(terminal)
        #expect(short[0].hasSuffix("venue  note"))
        let long = SubEventJSON.table([plain, limited], zone: .gmt).lines(terminal)
        #expect(long[0].hasSuffix("note  maximum inside"))
        #expect(long[1].hasSuffix("–") && long[2].hasSuffix("80"))
    }
}
