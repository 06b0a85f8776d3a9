import EventFixture
import Foundation
import Gate
import GRDB
import Management
import Testing
import Ticketing

@testable import Store

@Suite("Checks of the whole store", .everyEngine)
struct CheckTests {
    /// A festival with four valid tickets, one cancelled ticket, and a pending order for two more tickets. Three of the
    /// valid tickets have been admitted.
    private func festival() throws -> Festival {
        let festival = try Festival(type: TicketTypeDetails(name: "Regular", price: Money("50000 UGX")))
        let gate = try festival.gate()
        let tokens = try festival.issue(5)
        _ = try festival.services.tickets.cancel(festival.ticket(of: tokens[4]).code, of: festival.event, note: nil)
        for token in tokens.prefix(3) { #expect(gate.decide(Scan(token)).outcome == .admit(again: false)) }
        let line = OrderDraft.Line(type: festival.regular.number, count: 2)
        _ = try festival.services.orders.createOrder(
            OrderDraft(lines: [line], name: "Grace", email: "grace@example.org"), of: festival.event)
        return festival
    }

    /// Makes a change that the store's foreign keys would normally forbid.
    private func plant(_ sql: String, in festival: Festival) throws {
        switch festival.address {
        case .sqlite(let path):
            var configuration = Configuration()
            configuration.foreignKeysEnabled = false
            try DatabaseQueue(path: path, configuration: configuration).write { try $0.execute(sql: sql) }
        case .postgreSQL:
            try festival.tamper("SET LOCAL session_replication_role = replica; \(sql)")
        }
    }

    @Test("A store with admissions, a cancelled ticket and a pending order passes its check")
    func intact() throws {
        let festival = try festival()
        let check = try festival.store.check()
        #expect(check.isIntact, "\(check)")
    }

    @Test(
        "A reference to a missing row is reported with the names of both tables",
        arguments: [
            ("DELETE FROM ticket_type", "ticket", "ticket_type"),
            ("UPDATE event SET organizer = 7", "event", "organizer"),
            ("DELETE FROM ticket_order", "order_line", "ticket_order"), ("DELETE FROM person", "membership", "person"),
            ("UPDATE scan_counter SET event = 1", "scan_counter", "event"),
        ])
    func references(sql: String, table: String, target: String) throws {
        let festival = try festival()
        if table == "scan_counter" {
            let gate = try festival.gate()
            _ = gate.decide(Scan("rubbish"))
            try gate.flush()
        }
        try plant(sql, in: festival)
        let check = try festival.store.check()
        #expect(!check.isIntact)
        #expect(
            check.faults.map(\.english).contains {
                $0.contains(" of \(table) refer") && $0.contains("missing row") && $0.contains(" of \(target)")
            },
            "\(check.faults)")
    }

    @Test(
        "If a counter differs from the actual number of tickets or reservations, both numbers are reported",
        arguments: [
            ("UPDATE ticket_type SET issued = issued + 1", CounterMismatch.Kind.issued, Int64(5), Int64(4)),
            ("UPDATE ticket_type SET reserved = 0", .reserved, 0, 2),
            ("UPDATE event SET people = 0", .people, 0, 4),
            ("UPDATE event SET reserved = reserved + 3", .reservedPeople, 5, 2),
            ("UPDATE ticket SET uncounted_slots = 2 WHERE serial = (SELECT min(serial) FROM ticket)", .uncounted, 2, 0),
        ])
    func counters(sql: String, kind: CounterMismatch.Kind, says: Int64, found: Int64) throws {
        let festival = try festival()
        try plant(sql, in: festival)
        let check = try festival.store.check()
        let type = [.issued, .reserved].contains(kind) ? festival.regular.number : nil
        #expect(
            check.wrongCounters == [
                CounterMismatch(event: festival.event.number, type: type, kind: kind, recorded: says, actual: found)
            ])
        #expect(!check.isIntact && check.faults.isEmpty)
    }

    @Test(
        "If only a ticket's status is changed, the counters of its type, its event and its admissions are reported as wrong",
        arguments: [
            (
                "UPDATE ticket SET status = 'refunded' WHERE serial = (SELECT min(serial) FROM ticket WHERE status = 'issued')",
                [CounterMismatch.Kind.issued, .people, .uncounted]
            ),
            ("UPDATE ticket SET status = 'issued' WHERE status = 'cancelled'", [.issued, .people]),
        ])
    func tickets(sql: String, kinds: [CounterMismatch.Kind]) throws {
        let festival = try festival()
        try plant(sql, in: festival)
        #expect(try festival.store.check().wrongCounters.map(\.kind) == kinds)
    }

    @Test("A cancelled or deleted event passes the check, although its counters no longer count its tickets")
    func ended() throws {
        for ends in [EventService.cancelEvent, EventService.deleteEvent] {
            let festival = try festival()
            _ = try ends(festival.services.events)(festival.event)
            let check = try festival.store.check()
            #expect(check.isIntact, "\(check)")
        }
    }

    @Test("An impossible value is reported with its column, and every other part of the store is still checked")
    func impossible() throws {
        let festival = try festival()
        try plant("UPDATE ticket SET issued_at = \(Int64.max); UPDATE event SET reserved = reserved + 1", in: festival)
        try plant("UPDATE record SET gate = 'South' WHERE sequence = 2", in: festival)
        let check = try festival.store.check()
        #expect(!check.isIntact && check.faults.count == 1 && check.brokenTrails.isEmpty)
        let organizer = "organizer \(festival.event.organizer)"
        #expect(
            check.faults.map(\.english).allSatisfy { $0.contains(organizer) && $0.contains("ticket.issued_at") },
            "\(check)")
        #expect(check.wrongCounters.map(\.kind) == [.reservedPeople])
        #expect(check.ledger == .broken(device: festival.device, sequence: 2, fault: .edited))

        try plant("UPDATE device SET id = hash", in: festival)
        let second = try festival.store.check()
        #expect(!second.isIntact && second.ledger == nil && second.faults.count == 2, "\(second)")
    }

    @Test("A broken audit trail is reported with its organizer, and a broken ledger chain with its device")
    func chains() throws {
        let audit = try festival()
        try plant("UPDATE audit SET after = '{}' WHERE sequence = 2", in: audit)
        let trails = try audit.store.check().brokenTrails
        #expect(trails.map(\.organizer) == [audit.event.organizer])
        #expect(trails.first?.found == .broken(sequence: 2, fault: .edited))

        let ledger = try festival()
        try plant("UPDATE record SET gate = 'South' WHERE sequence = 2", in: ledger)
        let found = try ledger.store.check()
        #expect(found.ledger == .broken(device: ledger.device, sequence: 2, fault: .edited))
        #expect(!found.isIntact && found.faults.isEmpty && found.brokenTrails.isEmpty && found.wrongCounters.isEmpty)
    }

    @Test(
        "An admission slot that contradicts the ledger is reported with its ticket",
        arguments: [
            "UPDATE admission_slot SET inside = 0 WHERE serial = $", "DELETE FROM admission_slot WHERE serial = $",
            "UPDATE admission_slot SET slot = 0, sub_event = 3 WHERE serial = $",
            """
            INSERT INTO admission_slot (event, serial, sub_event, slot, inside, first_at, first_gate, last_at, last_gate)
            SELECT event, serial, sub_event, 7, 0, first_at, first_gate, last_at, last_gate FROM admission_slot WHERE serial = $
            """,
        ])
    func slots(sql: String) throws {
        let festival = try festival()
        let admitted = try festival.store.read { connection in
            try connection.all("SELECT serial FROM admission_slot ORDER BY serial", []) { try $0.value(0, Serial.self) }
        }
        let serial = try #require(admitted.last)
        try plant(sql.replacing("$", with: "\(serial.rawValue)"), in: festival)
        let found = try festival.store.check()
        #expect(found.ledger == .slotsDiffer(tickets: 1, event: festival.event.number, first: serial))
        #expect(!found.isIntact)
    }
}
