import EventFixture
import Testing
import Ticketing

@testable import Store

@Suite("One statement for many rows", .everyEngine)
struct ManyRowsTests {
    private let festival: Festival

    init() throws { festival = try Festival() }

    private static let insertion = """
        INSERT INTO scan_counter (event, gate, reason, count) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING
        """

    private func row(_ gate: String) -> [SQLValue] {
        [.int(festival.event.number.rawValue), .text(gate), .text("r"), .integer(1)]
    }

    @Test("Placeholders may be in any order in a statement; each placeholder gets the value with its number")
    func placeholders() throws {
        let named = try festival.store.read { connection in
            try connection.first(
                "SELECT CAST($2 AS TEXT), CAST($3 AS TEXT), CAST($1 AS TEXT), CAST($2 AS TEXT)",
                [.text("a"), .text("b"), .text("c")]
            ) { row in (0..<4).map { row.text($0) } }
        }
        #expect(named == ["b", "c", "a", "b"])
    }

    @Test("A statement for thousands of rows reports for each row whether the row was inserted")
    func counts() throws {
        let gates = (0..<3000).map { "\($0 % 2000)" }
        let changed = try festival.store.write { try $0.execute(Self.insertion, rows: gates.map(row)) }
        #expect(changed == [Int](repeating: 1, count: 2000) + [Int](repeating: 0, count: 1000))
        #expect(try festival.store.write { try $0.execute(Self.insertion, rows: []) } == [])
        let stored = try festival.store.read { try $0.first("SELECT count(*) FROM scan_counter", []) { $0.integer(0) } }
        #expect(stored == 2000)
    }

    @Test(
        "A refused row rolls back all rows of its statement, and the store stays usable", arguments: [0, 1, 299, 999])
    func refused(index: Int) throws {
        var rows = (0..<1000).map { row("\($0)") }
        rows[index][0] = .integer(12345)
        #expect(throws: StoreError.self) {
            try festival.store.write { try $0.execute(Self.insertion, rows: rows) }
        }
        #expect(try festival.store.read { try $0.scanCounters.all(of: festival.event.number).count } == 0)
        #expect(try festival.store.write { try $0.execute(Self.insertion, rows: [row("a"), row("b")]) } == [1, 1])
    }

    @Test("Nulls at the beginning and between other values, and texts of any length, are stored unchanged")
    func nulls() throws {
        let event = SQLValue.int(festival.event.number.rawValue)
        let notes: [SQLValue] = [.null, .text(""), .text(String(repeating: "é", count: 100_000)), .null, .text("z")]
        try festival.store.write { connection in
            _ = try connection.execute(
                "INSERT INTO sub_event (event, number, kind, name, folded_name, note) VALUES ($1, $2, $3, $4, $5, $6)",
                rows: notes.enumerated().map { index, note in
                    [event, .int(index + 1), .text("other"), .text("\(index)"), .text("\(index)"), note]
                })
        }
        let kept = try festival.store.read {
            try $0.all("SELECT note FROM sub_event WHERE event = $1 ORDER BY number", [event]) {
                $0.isNull(0) ? SQLValue.null : .text($0.text(0))
            }
        }
        #expect(kept == notes)
    }
}
