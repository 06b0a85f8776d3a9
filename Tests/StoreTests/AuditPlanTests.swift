import EventFixture
import Management
import Testing
import Ticketing

@testable import Store

@Suite("The last records of the audit trail", .everyEngine)
struct AuditPlanTests {
    @Test("SQLite finds the last records about an event through an index, and reads no other records of the organizer")
    func lastRecords() throws {
        let festival = try Festival(engine: .sqlite)
        let plan = try festival.store.read { connection in
            let explaining = Explaining(connection, .sqlite)
            _ = try explaining.audit.lastRecords(
                of: "dropChange", at: festival.event.number, subject: .event, among: 9)
            return explaining.plan
        }
        #expect(plan.contains { $0.contains("audit_event (event=? AND subject_kind=?)") }, "\(plan)")
    }

    @Test("A search for an operation reads at most the given number of records, and returns the latest record first")
    func bound() throws {
        let festival = try Festival()
        for city in ["Entebbe", "Jinja", "Kampala"] {
            _ = try festival.services.events.edit(festival.event) { $0.city = city }
        }
        func cities(among limit: Int) throws -> [String?] {
            try festival.store.read { connection in
                try connection.audit.lastRecords(
                    of: "editEvent", at: festival.event.number, subject: .event, among: limit
                ).map { $0.after["city"] }
            }
        }
        #expect(try cities(among: 2) == ["Kampala", "Jinja"])
        #expect(try cities(among: 0) == [])
        let others = try festival.store.read { connection in
            try connection.audit.lastRecords(of: "dropChange", at: festival.event.number, subject: .event, among: 9)
        }
        #expect(others.isEmpty)
    }
}
