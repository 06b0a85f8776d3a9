import EventFixture
import Testing
import Ticketing

@testable import Store

@Suite("The migration that adds columns for sorting to orders", .everyEngine)
struct SortedOrderMigrationTests {
    @Test("Existing orders get the folded name of their buyer and the number of their tickets")
    func columns() throws {
        let folder = try TemporaryFolder()
        let address: StoreAddress =
            switch EngineKind.current {
            case .sqlite: .sqlite(path: folder("store.sqlite"))
            case .postgreSQL: .postgreSQL(try PostgreSQLAddress(url: PostgreSQLServer.shared().newStore()))
            }
        let older = try Store.open(address, creating: true, SchemaHistory(migrations: Array(Migration.all.prefix(5))))
        try older.write { connection in
            let statements = [
                "INSERT INTO organizer (number, name, slug, created) VALUES (1, 'Nile', 'nile', 5)",
                """
                INSERT INTO event (number, organizer, slug, suite, created, status, title, kind, category, time_zone)
                VALUES (1, 1, 'fair', 1, 5, 'published', 'Fair', 'public', 'other', 'UTC')
                """,
                """
                INSERT INTO ticket_type (event, number, name, folded_name, price, currency, issued, held, admits,
                    live_code)
                VALUES (1, 1, 'Regular', 'regular', 500, 'UGX', 0, 0, 1, 0),
                    (1, 2, 'VIP', 'vip', 900, 'UGX', 0, 0, 1, 0)
                """,
                """
                INSERT INTO ticket_order (event, number, buyer, total, status, created, holding, refund_owed)
                VALUES (1, 7, 'José  ÑANDÚ', 5, 'paid', 5, 0, 0), (1, 8, 'ada', 5, 'pending', 6, 0, 0)
                """,
                """
                INSERT INTO order_line (event, ticket_order, type, count, price, admits)
                VALUES (1, 7, 1, 2, 500, 1), (1, 7, 2, 3, 900, 1)
                """,
            ]
            for statement in statements { try connection.execute(statement, []) }
        }
        let store = try Store.open(address, creating: true)
        let found = try store.read {
            try $0.all("SELECT folded_buyer, tickets FROM ticket_order ORDER BY number", []) {
                "\($0.text(0)) \(try $0.number(1))"
            }
        }
        #expect(found == ["jose nandu 5", "ada 0"])
        let event = try #require(EventNumber(rawValue: 1))
        let sorted = try store.read { connection in
            try connection.orders.numbers(of: event, in: OrderQuery(sortedBy: .buyer), after: nil, limit: 9)
        }
        #expect(sorted.map(\.rawValue) == [8, 7])
    }
}
