import EventFixture
import Foundation
import Gate
import Management
import Synchronization
import Testing
import Ticketing

@testable import Store

@Suite("Connecting to a PostgreSQL server")
struct ServerTests {
    private func open(_ url: String) throws -> Store { try Store.open(.postgreSQL(PostgreSQLAddress(url: url))) }

    @Test("The error about a wrong password has user and address, but no password; the right password opens the store")
    func passwords() throws {
        let server = try PostgreSQLServer.shared()
        let wrong = "postgres://guarded:wr0ng@127.0.0.1:\(server.port)/events"
        let address = "postgres://guarded@127.0.0.1:\(server.port)/events"
        for url in [wrong, "\(address)?password=wr0ng", address] {
            let error = #expect(throws: StoreError.accessDenied(path: address)) { try open(url) }
            #expect(error?.description.contains("wr0ng") == false)
        }
        let right = try PostgreSQLAddress(url: wrong.replacing("wr0ng", with: "se%2Fcr%40t"))
        _ = try Store.open(.postgreSQL(right), creating: true)
        #expect(!"\(right)\(String(reflecting: right))".contains("cr"))
        #expect(right.hasPassword)
        #expect(try !PostgreSQLAddress(url: address).hasPassword)
    }

    @Test(
        "A malformed database URL is refused, and the error does not show the URL",
        arguments: [
            "postgres://u:p@ss@host:port/db", "postgres://u:secret@[::1/db", "postgres://host/db?sllmode=require",
            "mysql://u:secret@host/db", "postgres://u:se\u{0}cret@host/db",
        ])
    func faultyURLs(url: String) throws {
        #expect(throws: StoreError.invalidURL) { try PostgreSQLAddress(url: url) }
    }

    @Test(
        "A server address is shown with user, host, port and database",
        arguments: [
            ("postgresql://ann@[::1]:6000/fair", "postgres://ann@[::1]:6000/fair"),
            ("postgres://ann:x@db.example.org/fair?sslmode=require", "postgres://ann@db.example.org:5432/fair"),
            ("postgres://ann@/fair?host=/run/postgresql", "postgres://ann@/fair?host=/run/postgresql"),
        ])
    func descriptions(url: String, description: String) throws {
        #expect(try PostgreSQLAddress(url: url).description == description)
    }

    @Test(
        "The error about an unreachable server has the host and the cause, but no user, database or hint from libpq",
        arguments: [
            ("postgres://ann@db.example.org:5432/fair", "db.example.org:5432"),
            ("postgres://[::1]:6000/fair", "[::1]:6000"),
            ("postgres://ann@/fair?host=/run/postgresql", "/run/postgresql"),
        ])
    func gone(path: String, server: String) {
        let libpq = """
            connection to server at "a.example.org", port 5432 failed: timeout connection to server at "db.example.org" \
            (10.0.0.1), port 5432 failed: Connection refused Is the server running on that host and accepting TCP/IP \
            connections?
            """
        for (detail, cause) in [(libpq, "Connection refused"), ("no answer within 4 s", "no answer within 4 s")] {
            let error = StoreError.unreachable(
                path: path, detail: .verbatim(PostgreSQLSession.cause(in: detail)))
            #expect(error.description == "no connection to the database server at \(server): \(cause)")
        }
    }

    /// The longest time that the tests allow for a failing attempt to connect. The program gives up after about four
    /// seconds, but the machine may be busy.
    private static let bound = Duration.seconds(20)

    @Test("A closed port and a server that never answers are both reported within the time limit")
    func unreachable() throws {
        let listener = try Loopback.listener(backlog: 0)
        defer { close(listener.socket) }
        for port in [listener.port, 1] {
            let start = ContinuousClock.now
            let address = "postgres://events@127.0.0.1:\(port)/events"
            let error = #expect(throws: StoreError.self) { try open(address) }
            guard case .unreachable(address, _) = error else { throw Surprise("\(error as Any)") }
            if port == 1 { #expect("\(error as Any)".hasSuffix("127.0.0.1:1: Connection refused)"), "\(error as Any)") }
            #expect(ContinuousClock.now - start < Self.bound)
        }
    }

    @Test("If no address of a server answers, connecting fails after four seconds, even if there are two addresses")
    func blackHole() throws {
        // The listener's queue is full: a new connection gets no answer at all, as if the listener were behind a
        // firewall.
        let hole = try Loopback.listener(backlog: 0)
        defer { close(hole.socket) }
        let waiting = try (0..<4).map { _ in try Loopback.beginConnecting(to: hole.port) }
        defer { for socket in waiting { close(socket) } }
        for hosts in ["127.0.0.1:\(hole.port)", "127.0.0.1:\(hole.port),localhost:\(hole.port)"] {
            let start = ContinuousClock.now
            let error = #expect(throws: StoreError.self) { try open("postgres://events:hush@\(hosts)/events") }
            guard case .unreachable(let address, let detail) = error else { throw Surprise("\(error as Any)") }
            #expect(detail.english == "no answer within 4 s" && !"\(address)\(detail)".contains("hush"))
            let patience = ContinuousClock.now - start
            #expect(patience > .seconds(4) && patience < Self.bound)
        }
    }

    @Test("A missing database, a database without tables and another program's database give different errors")
    func databases() throws {
        let server = try PostgreSQLServer.shared()
        let none = "postgres://events@127.0.0.1:\(server.port)/nowhere"
        #expect(throws: StoreError.databaseMissing(path: none)) { try open(none) }
        let empty = try server.newStore()
        #expect(throws: StoreError.notMigrated(path: server.url, version: nil, supported: Migration.all.count)) {
            try open(empty)
        }
        for table in ["event (x INTEGER)", "migration (id INTEGER, name TEXT)"] {
            let url = try server.newStore()
            let schema = try #require(url.split(separator: "D").last)
            try server.run("CREATE TABLE \(schema).\(table)")
            #expect(throws: StoreError.foreign(path: server.url, applicationID: nil)) { try open(url) }
            #expect(throws: StoreError.foreign(path: server.url, applicationID: nil)) {
                try Store.open(.postgreSQL(PostgreSQLAddress(url: url)), creating: true)
            }
        }
    }

    @Test("Every session commits durably, even if the server's default is not durable")
    func durability() throws {
        let festival = try Festival(engine: .postgreSQL)
        let server = try PostgreSQLServer.shared()
        try server.run("ALTER ROLE events SET synchronous_commit = off")
        defer { do { try server.run("ALTER ROLE events RESET synchronous_commit") } catch { print(error) } }
        let setting = try Store.open(festival.address).write { connection in
            try connection.first("SELECT current_setting('synchronous_commit')", []) { $0.text(0) }
        }
        #expect(setting == "on")
    }

    @Test("Nulls, texts, bytes and numbers of every size are read unchanged, even if a statement is used several times")
    func values() throws {
        let festival = try Festival(engine: .postgreSQL)
        let rows: [[SQLValue]] = [
            [.null, .null, .null], [.integer(.min), .text(""), .blob([])],
            [.integer(.max), .text("Ünïcødé 🎟\n"), .blob([0, 255, 1])], [.integer(-1), .null, .blob([7])],
        ]
        for values in rows {
            let back = try festival.store.read { connection in
                try connection.all(
                    "SELECT CAST($1 AS BIGINT), CAST($2 AS TEXT), CAST($3 AS BYTEA)", values
                ) { row -> [SQLValue] in
                    [
                        row.isNull(0) ? .null : .integer(row.integer(0)),
                        row.isNull(1) ? .null : .text(row.text(1)), row.isNull(2) ? .null : .blob(row.blob(2)),
                    ]
                }
            }
            #expect(back == [values])
        }
        #expect(throws: StoreError.self) {
            try festival.store.read { try $0.all("SELECT sum(number) FROM event", []) { $0.integer(0) } }
        }
        #expect(throws: StoreError.self) {
            try festival.store.write { try $0.execute("UPDATE event SET title = $1", [.text("a\u{0}b")]) }
        }
    }

    @Test("If two transactions deadlock, both succeed in the end, each as if it had run alone")
    func deadlocks() async throws {
        let festival = try Festival(engine: .postgreSQL)
        let tickets = try festival.issue(2).map { try festival.ticket(of: $0).serial }
        let meeting = Meeting(of: 2)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for order in [tickets, tickets.reversed()] {
                group.addTask {
                    try festival.store.write { connection in
                        for serial in order {
                            try connection.execute(
                                "UPDATE ticket SET key = key + 1 WHERE serial = $1", [.integer(Int64(serial.rawValue))])
                            meeting.arrive()
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        let keys = try festival.store.read { connection in
            try connection.all("SELECT key FROM ticket", []) { $0.integer(0) }
        }
        #expect(keys == [3, 3])
    }

    @Test("If the server is killed during a write, the write has no effect; after a restart, the store works")
    func powerCut() throws {
        let server = try PostgreSQLServer()
        let url = try server.newStore()
        let store = try Store.open(.postgreSQL(PostgreSQLAddress(url: url)), creating: true)
        func people() throws -> Int {
            try store.read { try $0.first("SELECT count(*) FROM person", []) { Int($0.integer(0)) } ?? 0 }
        }
        func add(_ id: Int, _ connection: any StoreConnection) throws {
            try connection.execute(
                "INSERT INTO person (id, name, local_owner, created) VALUES ($1, 'x', 0, 0)", [.int(id)])
        }
        try store.write { try add(1, $0) }
        #expect(throws: StoreError.self) {
            try store.write { connection in
                try add(2, connection)
                try server.stop()
                try add(3, connection)
            }
        }
        let error = #expect(throws: StoreError.self) { try people() }
        guard case .unreachable = error else { throw Surprise("\(error as Any)") }
        try server.start()
        #expect(try people() == 1)
        // The connection is lost and restored within one write, which is retried.
        var attempts = 0
        try store.write { connection in
            attempts += 1
            try add(4, connection)
            if attempts == 1 {
                try server.stop()
                try server.start()
            }
            try add(5, connection)
        }
        #expect(attempts == 2)
        #expect(try people() == 3)
    }
}

/// Blocks each arriving thread until the expected number of threads have arrived, but for at most five seconds. Later
/// threads are not blocked.
private final class Meeting: Sendable {
    private let barrier = DispatchGroup()
    private let missing: Mutex<Int>

    init(of count: Int) {
        missing = Mutex(count)
        for _ in 0..<count { barrier.enter() }
    }

    func arrive() {
        let isAwaited = missing.withLock { missing in
            missing -= 1
            return missing >= 0
        }
        if isAwaited { barrier.leave() }
        _ = barrier.wait(timeout: .now() + 5)
    }
}
