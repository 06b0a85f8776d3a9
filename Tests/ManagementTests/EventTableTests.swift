import EventFixture
import Management
import Testing
import Ticketing

/// MANAGEMENT, "Events": the table of edits and deletions, cell by cell, as the office acts on it.
@Suite("The table of edits and deletions", .everyEngine)
struct EventTableTests {
    /// A column of the table.
    struct Column: Sendable, CustomTestStringConvertible {
        enum State: Sendable { case draft, unsold, sold, ongoing, completed, cancelled }

        let state: State
        /// Tickets that stand.
        let sold: Int
        /// Who is told when the event moves.
        let toldOfMove: Int
        let deletion: DeletionRule
        /// What a deletion ends; nil is refused.
        let ended: Int?

        var testDescription: String { "\(state)" }
    }

    static let columns = [
        Column(state: .draft, sold: 2, toldOfMove: 0, deletion: .allowed, ended: 2),
        Column(state: .unsold, sold: 0, toldOfMove: 0, deletion: .asks, ended: 0),
        Column(state: .sold, sold: 2, toldOfMove: 2, deletion: .asksForHolders(2), ended: 2),
        Column(state: .ongoing, sold: 2, toldOfMove: 2, deletion: .refusedWhileOngoing, ended: nil),
        Column(state: .completed, sold: 2, toldOfMove: 0, deletion: .allowed, ended: 0),
        Column(state: .cancelled, sold: 0, toldOfMove: 0, deletion: .allowed, ended: 0),
    ]

    private func event(_ state: Column.State, _ festival: Festival) throws -> Event {
        let office = festival.office
        let event =
            state == .draft ? try office.duplicate(festival.event, titled: "Draft", by: nil) : festival.event
        if state != .unsold {
            let type = try office.ticketType(named: "Regular", of: event)
            for email in ["a@x.org", "b@x.org"] {
                _ = try office.issue(
                    .person(holder: "A", email: email, note: nil), type: type, of: event, signingWith: festival.ring)
            }
        }
        switch state {
        case .draft, .unsold, .sold: break
        case .ongoing: festival.clock.advance(bySeconds: 3600)
        case .completed: festival.clock.advance(bySeconds: 7200)
        case .cancelled: _ = try office.cancelEvent(event)
        }
        return try office.event(named: "\(event.number)")
    }

    @Test(
        "Everything can be edited in every state; who has a ticket for what is to come is told of a move",
        arguments: columns)
    func edit(column: Column) throws {
        let festival = try Festival(capacity: 10)
        let event = try event(column.state, festival)
        var wanted = event.details
        wanted.title = "Ball"
        wanted.about = "Dancing"
        wanted.kind = .private
        wanted.category = .music
        wanted.capacity = 5
        wanted.minimumAge = .eighteen
        wanted.position = Position(latitude: 51_200, longitude: 32_463_700)
        wanted.poster = "ball.png"
        wanted.contact = "ball@x.org"
        let quiet = try festival.office.edit(event) { $0 = wanted }
        #expect(quiet.sold == column.sold && quiet.notices == 0)
        let moves: [(inout EventDetails) -> Void] = [
            { $0.venue = "Pier" }, { $0.address = "Shore Road 1" }, { $0.city = "Jinja" },
            { $0.doors = $0.start?.advanced(bySeconds: -600) }, { $0.start = $0.start?.advanced(bySeconds: -60) },
            { $0.timeZone = "Africa/Nairobi" },
        ]
        for (index, move) in moves.enumerated() {
            move(&wanted)
            festival.clock.advance(bySeconds: 1)
            #expect(try festival.office.edit(event) { $0 = wanted }.notices == column.toldOfMove, "move \(index)")
            #expect(try festival.office.event(named: "\(event.number)").details == wanted)
        }
        // A later end makes what was over go on: then they are told.
        wanted.end = wanted.end?.advanced(bySeconds: 86_400)
        festival.clock.advance(bySeconds: 1)
        let told = column.state == .completed ? 2 : column.toldOfMove
        #expect(try festival.office.edit(event) { $0 = wanted }.notices == told)
    }

    @Test("A deletion is allowed, asks or is refused by state, and ends what stands", arguments: columns)
    func delete(column: Column) throws {
        let festival = try Festival()
        let event = try event(column.state, festival)
        #expect(try festival.office.deletion(of: event) == column.deletion)
        let before = try festival.notices(.eventCancelled).count
        guard let ended = column.ended else {
            #expect(throws: ManagementError.ongoing(event.number)) { try festival.office.deleteEvent(event) }
            #expect(try festival.office.event(named: "\(event.number)") == event)
            #expect(try festival.office.people(of: event) == column.sold)
            return
        }
        let end = try festival.office.deleteEvent(event)
        #expect(end.tickets == ended && end.notices == ended)
        #expect(try festival.notices(.eventCancelled).count == before + ended)
        #expect(try festival.office.people(of: event) == column.sold - ended)
        #expect(throws: ManagementError.self) { try festival.office.event(named: "\(event.number)") }
    }
}
