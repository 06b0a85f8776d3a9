import EventFixture
import Store
import Testing

@Suite("Lookups by key")
struct KeyLookUpTests {
    @Test(
        "Without statistics, PostgreSQL finds a row by its primary key, not by an index that starts with the event",
        arguments: [
            ("event", ["number"]), ("ticket", ["event", "serial"]),
            ("ticket_order", ["event", "number"]), ("order_line", ["event", "ticket_order", "type"]),
            ("admission_slot", ["event", "serial", "sub_event", "slot"]), ("sub_event", ["event", "number"]),
            ("household", ["event", "number"]), ("guest", ["event", "number"]),
            ("invitation", ["event", "guest", "sub_event"]), ("guest_list", ["event"]),
            ("companion", ["event", "guest", "number"]),
        ])
    func unanalysed(table: String, key: [String]) throws {
        let url = try PostgreSQLServer.shared().newStore()
        let store = try Store.open(.postgreSQL(PostgreSQLAddress(url: url)), creating: true)
        let condition = key.enumerated().map { "\($1) = $\($0 + 1)" }.joined(separator: " AND ")
        for statement in [
            // The server checks a foreign key with the first statement. The program changes a row with the second
            // statement.
            "SELECT 1 FROM ONLY \(table) x WHERE \(condition) FOR KEY SHARE OF x",
            "UPDATE \(table) SET \(key[0]) = \(key[0]) WHERE \(condition)",
        ] {
            let plan = try store.write { connection in
                let explaining = Explaining(connection, .postgreSQL)
                _ = try explaining.execute(statement, key.map { _ in .integer(1) })
                return explaining.plan
            }
            #expect(plan.contains { $0.contains("using \(table)_pkey") }, "\(plan)")
        }
    }
}
