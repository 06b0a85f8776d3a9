import EventFixture
import Gate
import Testing
import Ticketing

@testable import Store

@Suite("The check whether several devices have scanned at an event")
struct LedgerDeviceTests {
    private static func hasSeveralDevices(_ festival: Festival) throws -> Bool {
        try festival.store.read { try $0.ledger.hasSeveralDevices(at: festival.event.number) }
    }

    @Test("A device that only refused tickets has scanned at the event; a device that only scanned elsewhere has not")
    func counted() throws {
        for engine in EngineKind.allCases {
            let festival = try Festival(engine: engine)
            let token = try #require(try festival.issue(1).first)
            #expect(try !Self.hasSeveralDevices(festival))
            #expect(try festival.gate().decide(Scan(token)).outcome == .admit(again: false))
            #expect(try !Self.hasSeveralDevices(festival))
            festival.clock.advance(bySeconds: 600)
            let other = try #require(DeviceID(bytes: [UInt8](repeating: 7, count: DeviceID.length)))
            let gate = try festival.gate("South", device: other)
            #expect(gate.decide(Scan(token)).outcome != .admit(again: false))
            try gate.flush()
            #expect(try Self.hasSeveralDevices(festival))
            try festival.tamper("UPDATE record SET event = event + 1 WHERE verdict = 'refuse'")
            #expect(try !Self.hasSeveralDevices(festival))
        }
    }

    @Test("In a store with one chain, the check reads no records", arguments: EngineKind.allCases)
    func oneChain(engine: EngineKind) throws {
        let festival = try Festival(engine: engine)
        let event = festival.event.number
        func readsRecords() throws -> Bool {
            try festival.store.read { connection in
                let log = StatementLog(connection)
                _ = try log.ledger.hasSeveralDevices(at: event)
                return log.statements.contains { $0.contains("FROM record") }
            }
        }
        let token = try #require(try festival.issue(1).first)
        #expect(try festival.gate().decide(Scan(token)).outcome == .admit(again: false))
        #expect(try !readsRecords())
        let other = try #require(DeviceID(bytes: [UInt8](repeating: 7, count: DeviceID.length)))
        _ = try festival.store.write { try $0.ledger.head(of: other) }
        #expect(try readsRecords())
    }

    @Test("The check reads no records of other events", arguments: EngineKind.allCases)
    func indexed(engine: EngineKind) throws {
        let festival = try Festival(engine: engine)
        let event = festival.event.number
        if engine == .postgreSQL {
            // PostgreSQL reads a small table without its indexes, so the ledger gets many records of another event.
            try festival.tamper(
                """
                INSERT INTO record (device, sequence, event, serial, issue, type, sub_event, slot, count, used,
                        direction, verdict, reason, gate, wall_clock, hybrid_clock, hash)
                    SELECT '', value, \(event.rawValue) + 1, value, 0, 1, 0, 0, 1, 1, 'entry',
                        CASE WHEN value % 2 = 0 THEN 'admit' ELSE 'refuse' END,
                        CASE WHEN value % 2 = 0 THEN NULL ELSE 'revoked' END, 'North', value, value, ''
                    FROM generate_series(1, 20000) AS g (value);
                ANALYZE record
                """)
        }
        let plan = try festival.store.read { connection in
            let explaining = Explaining(connection, engine)
            _ = try explaining.ledger.hasRecordsOfSeveralDevices(at: event)
            return explaining.plan
        }
        for index in ["record_refusal", "record_ticket"] {
            #expect(plan.contains { $0.contains(index) }, "\(plan)")
        }
        #expect(!plan.contains { $0.contains("SCAN r") || $0.contains("Seq Scan on record") }, "\(plan)")
    }
}
