import EventFixture
import Foundation
import Gate
import Management
import Store
import Testing
import Ticketing

/// These tests set every integer column to numbers that the program never writes. Code that assumes that such numbers
/// never occur would crash the test process.
@Suite("Damaged numbers in rows", .everyEngine)
struct DamagedRowTests {
    private static let extremes: [Int64] = [.min, -1, 1 << 53, .max - 1]

    @Test("With an extreme number in any column, a gate still returns verdicts, and records each admission")
    func scans() throws {
        let wedding = try Wedding()
        try wedding.importGuests("name,companions,ceremony\nGrace,2,yes\n")
        try wedding.services.subEvents.removeSubEvent(wedding.reception, of: wedding.event)
        try wedding.services.subEvents.removeSubEvent(wedding.brunch, of: wedding.event)
        try wedding.invite()
        let token = try wedding.token(of: "Grace")
        let gate = try wedding.gate(at: wedding.ceremony)
        #expect(gate.decide(Scan(token, requestID: "r")).outcome == .admit(again: false))
        let tables = [
            "device", "record", "admission_slot", "ticket", "ticket_type", "event", "sub_event", "guest", "invitation",
            "scan_counter",
        ]
        _ = gate.decide(Scan("no ticket"))
        try gate.flush()
        let counting = "SELECT count(*) FROM record"
        var planted = 0
        var impossible: Set<String> = []
        try forEachPlanted(in: tables, of: wedding.festival) { column, value in
            planted += 1
            let scans = [
                Scan(token), Scan(token, requestID: "r"), Scan(token, direction: .exit), Scan(token, count: 2),
                Scan("no ticket"),
            ]
            for scan in scans {
                let before = try wedding.festival.number(counting)
                let verdict = gate.decide(scan)
                let sentence = VerdictSentences(timeZone: .gmt).explanation(verdict)
                #expect(!sentence.isEmpty)
                if case .admit = verdict.outcome, scan.requestID == nil {
                    #expect(try wedding.festival.number(counting) == before.map { $0 + 1 }, "\(column) = \(value)")
                }
                if sentence.contains("the store is damaged: \(column) is \(value)") { impossible.insert(column) }
            }
            do {
                let opened = try wedding.gate(at: wedding.ceremony)
                _ = opened.decide(Scan(token))
            } catch is StoreError {
                // Opening the gate can throw an error.
            } catch is GateError {}
            do { try gate.flush() } catch is StoreError {}
        }
        #expect(planted > 120)
        let named: Set = [
            "device.sequence", "device.hybrid_clock", "admission_slot.first_at", "admission_slot.last_at",
            "admission_slot.inside",
            "record.wall_clock", "record.hybrid_clock", "record.sequence", "ticket.issued_at", "ticket.valid_from",
            "ticket_type.issued", "ticket_type.hidden",
        ]
        #expect(named.isSubset(of: impossible), "\(named.subtracting(impossible))")
    }

    @Test("With an extreme number in any column, reports, lists and imports succeed or throw errors, but do not crash")
    func services() throws {
        let wedding = try Wedding()
        let list = "name,household,companions,ceremony\nGrace,A,2,yes\n"
        try wedding.importGuests(list)
        try wedding.invite()
        let gate = try wedding.gate(at: wedding.ceremony)
        _ = gate.decide(Scan(try wedding.token(of: "Grace")))
        _ = gate.decide(Scan("no ticket"))
        try gate.flush()
        let tables = [
            "device", "record", "admission_slot", "ticket", "ticket_type", "sub_event", "household", "guest",
            "invitation", "companion",
            "scan_counter", "audit_head", "audit", "notice",
        ]
        let services = wedding.services
        let event = wedding.event
        _ = try services.guests.editAnswers(ofGuest: 1, of: event) { $0[companion: 1].isChild = true }
        try forEachPlanted(in: tables, of: wedding.festival) { _, _ in
            let readers: [() throws -> Void] = [
                { _ = try services.reports.attendanceReport(of: event).timeline.count },
                { _ = try services.reports.salesReport(of: event).total },
                { try services.gates.forEachRecord(of: event) { _ in } },
                { try services.tickets.forEachTicket(of: event) { _ in } },
                { try services.guests.forEachGuest(of: event) { _ in } },
                { _ = try services.guests.guestAttendance(of: event) },
                { _ = try services.events.history(of: event) },
                { _ = try wedding.festival.store.read { try $0.ledger.verify() } },
                { try wedding.importGuests(list, GuestImportOptions(writeMode: .dryRun)) },
            ]
            for read in readers {
                do { try read() } catch is StoreError {} catch is GuestError {}
            }
        }
    }

    /// Sets every integer column in turn to the largest number and to one other extreme number (in a soak test, to
    /// every extreme number). Runs a closure after each change, and then restores the rows. Skips changes that the
    /// store refuses even when its checks are off, such as a foreign key that refers to no row.
    private func forEachPlanted(
        in tables: [String], of festival: Festival, _ body: (_ column: String, _ value: Int64) throws -> Void
    ) throws {
        var random = SeededGenerator(for: "damaged rows")
        let isLong = TestEffort.isSoak
        try letAnythingIn(tables, of: festival)
        // Tables to which scans write are restored from a copy. In the other tables, the changed value is restored.
        let written = ["device", "record", "admission_slot", "scan_counter"]
        try festival.tamper(written.map { "CREATE TABLE \($0)_before AS SELECT * FROM \($0)" }.joined(separator: ";"))
        for table in tables {
            for column in try integerColumns(of: table, festival) {
                let old = try festival.number("SELECT \(column) FROM \(table)")
                for value in [.max] + DamagedRowTests.extremes.shuffled(using: &random).prefix(isLong ? .max : 1) {
                    do {
                        try festival.tamper("UPDATE \(table) SET \(column) = \(value)")
                    } catch is StoreError { continue }
                    try body("\(table).\(column)", value)
                    if !written.contains(table) {
                        try festival.tamper("UPDATE \(table) SET \(column) = \(old.map { "\($0)" } ?? "NULL")")
                    }
                    try festival.tamper(
                        written.map { "DELETE FROM \($0); INSERT INTO \($0) SELECT * FROM \($0)_before" }
                            .joined(separator: ";"))
                }
            }
        }
    }

    private func letAnythingIn(_ tables: [String], of festival: Festival) throws {
        try festival.store.write { connection in
            guard EngineKind.current == .postgreSQL else {
                try connection.execute("PRAGMA ignore_check_constraints = 1", [])
                return
            }
            for table in tables {
                var names: [String] = []
                try connection.forEachRow(
                    """
                    SELECT CAST(constraint_name AS TEXT) FROM information_schema.table_constraints
                    WHERE table_schema = current_schema() AND table_name = $1 AND constraint_type = 'CHECK'
                        AND constraint_name NOT LIKE '%_not_null'
                    """, [.text(table)]
                ) { names.append($0.text(0)) }
                for name in names { try connection.execute("ALTER TABLE \(table) DROP CONSTRAINT \"\(name)\"", []) }
            }
        }
    }

    private func integerColumns(of table: String, _ festival: Festival) throws -> [String] {
        let query =
            EngineKind.current == .sqlite
            ? "SELECT name FROM pragma_table_info($1) WHERE type = 'INTEGER'"
            : """
            SELECT CAST(column_name AS TEXT) FROM information_schema.columns
            WHERE table_schema = current_schema() AND table_name = $1 AND data_type = 'bigint'
            """
        var names: [String] = []
        try festival.store.read { try $0.forEachRow(query, [.text(table)]) { names.append($0.text(0)) } }
        return names
    }
}

extension Festival {
    /// The number that a query returns; nil for NULL or no row.
    fileprivate func number(_ query: String) throws -> Int64? {
        var number: Int64?
        try store.read { try $0.forEachRow(query, []) { number = $0.isNull(0) ? nil : $0.integer(0) } }
        return number
    }
}
