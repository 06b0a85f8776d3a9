import EventFixture
import ServerFixture
import Testing

@testable import Store

@Suite("Databases that tests get on a PostgreSQL server", .slow)
struct TemporaryDatabaseTests {
    /// Gets databases one after the other, adds a row to each of them, and returns their URLs.
    ///
    /// - Parameter sql: a statement that is also run in each database.
    private func databases(_ count: Int, on server: PostgreSQLServer, after sql: String? = nil) throws -> [String] {
        try (0..<count).map { _ in
            let database = try server.newDatabaseWithTables()
            let store = try Store.open(.postgreSQL(PostgreSQLAddress(url: database.url)))
            let before = try store.write { connection in
                let count = try connection.first("SELECT count(*) FROM person", []) { $0.integer(0) }
                try connection.execute("INSERT INTO person VALUES (1, 'Ann', 0, 0)", [])
                if let sql { try connection.execute(sql, []) }
                return count
            }
            #expect(before == 0)
            return database.url
        }
    }

    @Test("A test’s database is emptied and given to a later test, unless the first test altered the tables")
    func reuse() throws {
        let server = try PostgreSQLServer()
        let unaltered = try databases(24, on: server)
        #expect(Set(unaltered).count < 16)
        let altered = try databases(24, on: server, after: "CREATE TABLE other (id BIGINT)")
        #expect(Set(altered).count == 24)
    }
}
