import EventFixture
import Gate
import Store
import Testing
import Ticketing

/// The ledger has a chain of records for each device. The hash of a record covers the hash of the record before it. The
/// admission slots of a ticket (a row for each admitted person) are computed from the records.
@Suite("The ledger's chain", .everyEngine)
struct LedgerTests {
    @Test(
        "The ledger's check finds edited, reordered and removed records, and slots that contradict the records",
        arguments: [
            "UPDATE record SET gate = 'South' WHERE sequence = 2",
            "UPDATE record SET wall_clock = wall_clock + 1 WHERE sequence = 2",
            "UPDATE record SET verdict = 'refuse', reason = 'revoked' WHERE sequence = 3",
            "UPDATE record SET hash = (SELECT id FROM device) WHERE sequence = 1",
            "UPDATE record SET request = 'x' WHERE sequence = 4",
            "DELETE FROM record WHERE sequence = 2",
            "DELETE FROM record WHERE sequence = 4",
            "DELETE FROM record",
            "UPDATE record SET sequence = -sequence WHERE sequence IN (2, 3)",
            "UPDATE device SET sequence = 3",
            "UPDATE device SET hash = id",
            "DELETE FROM device; UPDATE record SET gate = 'X'",
            "INSERT INTO chain_branch (id, origin, parent, base) SELECT id, id, id, 2 FROM device",
            "DELETE FROM admission_slot",
            "UPDATE admission_slot SET inside = 0",
        ])
    func tampering(sql: String) throws {
        let festival = try Festival()
        let gate = try festival.gate()
        for token in try festival.issue(4) { #expect(gate.decide(Scan(token)).outcome == .admit(again: false)) }
        #expect(try festival.store.read { try $0.ledger.verify() } == .intact(devices: 1, records: 4))
        try festival.tamper(sql)
        let finding = try festival.store.read { try $0.ledger.verify() }
        if case .intact = finding { throw Surprise("the check did not find: \(sql)") }
    }

    @Test("A record with a value that no gate writes is reported as edited", arguments: ["x", "refuse"])
    func unreadable(verdict: String) throws {
        let festival = try Festival()
        let gate = try festival.gate()
        for token in try festival.issue(3) { #expect(gate.decide(Scan(token)).outcome == .admit(again: false)) }
        try festival.tamper("UPDATE record SET verdict = '\(verdict)' WHERE sequence = 2")
        let found = try festival.store.check()
        #expect(found.ledger == .broken(device: festival.device, sequence: 2, fault: .edited))
        #expect(!found.isIntact && found.faults.isEmpty)
    }

    @Test("The ledger's check finds two records with exchanged sequence numbers, even if nothing else is changed")
    func swapping() throws {
        let festival = try Festival()
        let gate = try festival.gate()
        for token in try festival.issue(3) { #expect(gate.decide(Scan(token)).outcome == .admit(again: false)) }
        try festival.tamper(
            """
            UPDATE record SET sequence = 99 WHERE sequence = 1; UPDATE record SET sequence = 1 WHERE sequence = 2;
            UPDATE record SET sequence = 2 WHERE sequence = 99
            """)
        #expect(try festival.store.read { try $0.ledger.verify() } != .intact(devices: 1, records: 3))
    }

    @Test("The slots' primary key prevents a second admission to an occupied slot, even if the program attempts it")
    func databaseForbids() throws {
        let festival = try Festival()
        let token = try festival.issue(1)[0]
        #expect(try festival.gate().decide(Scan(token)).outcome == .admit(again: false))
        let serial = try festival.ticket(of: token).serial
        let isOccupied = try festival.store.write { connection in
            try connection.slots.occupy(
                0, of: SubEventTicket(event: festival.event.number, serial: serial, subEvent: 0),
                admission: Admission(at: Festival.start, gate: "Back door"), clock: .zero)
        }
        #expect(!isOccupied)
    }
}
