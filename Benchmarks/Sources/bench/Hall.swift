import Foundation
import Management
import ServerFixture
import Store
import Ticketing

/// A database engine for a store: SQLite, with the shell `sqlite3`, or PostgreSQL, with the shell `psql`.
enum Engine: CaseIterable {
    case sqlite, postgreSQL

    var name: String {
        switch self {
        case .sqlite: "SQLite"
        case .postgreSQL: "PostgreSQL"
        }
    }

    /// The programs that must be installed for the benchmarks of this engine.
    var tools: [String] {
        switch self {
        case .sqlite: ["sqlite3"]
        case .postgreSQL: ["pg_config", "psql"]
        }
    }
}

/// A published event in a new store of either engine. `fill` adds sales and scans with SQL statements, because selling
/// and scanning each ticket would take much longer.
struct Hall {
    let engine: Engine
    /// The store's path for SQLite, or its URL for PostgreSQL.
    let location: String
    let store: Store
    let services: ManagementServices
    let event: Event
    let types: [TicketType]

    init(_ engine: Engine, _ name: String) throws {
        self.engine = engine
        let address: StoreAddress
        switch engine {
        case .sqlite:
            let folder = "\(FileManager.default.currentDirectoryPath)/.build/stage/\(name)"
            if FileManager.default.fileExists(atPath: folder) { try FileManager.default.removeItem(atPath: folder) }
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            location = "\(folder)/store.sqlite"
            address = .sqlite(path: location)
        case .postgreSQL:
            location = try PostgreSQLServer.shared().newStore()
            address = .postgreSQL(try PostgreSQLAddress(url: location))
        }
        store = try Store.open(address, creating: true)
        // The event is a month old, because `fill` spreads the sales over the month since the event's creation.
        let opening = Stage.now().advanced(bySeconds: -31 * 86_400)
        try ManagementServices.setUp(store, ownerName: "Bench", at: opening)
        let founding = try ManagementServices.signIn(to: store) { opening }
        let draft = try founding.events.createEvent(
            EventDetails(
                title: "Big Night", venue: "Lido", timeZone: "Africa/Kampala",
                start: opening.advanced(bySeconds: 60 * 86_400), end: opening.advanced(bySeconds: 61 * 86_400)),
            suite: .hmac, of: try founding.organizers.createOrganizer(OrganizerDetails(name: "Bench")))
        types = try ["Regular", "VIP", "Table", "Student"].map {
            try founding.ticketTypes.addTicketType(TicketTypeDetails(name: $0, quantity: 10_000_000), to: draft)
        }
        event = try founding.events.publish(draft)
        services = try ManagementServices.signIn(to: store, clock: Stage.now)
    }

    /// Adds tickets that were sold over a month, and scans of one evening at four gates. Every twentieth scan is
    /// refused.
    func fill(tickets: Int, scans: Int) throws {
        let first = types[0].number.rawValue
        let sold = event.created.milliseconds
        let doors = sold + 30 * 86_400_000
        func numbers(_ count: Int) -> String {
            "WITH RECURSIVE g (value) AS (SELECT 0 UNION ALL SELECT value + 1 FROM g WHERE value < \(count - 1))"
        }
        let serial = "1 + value * CAST(1048573 AS BIGINT)"
        var statements = [
            """
            INSERT INTO ticket (event, serial, type, admits, key, issue, status, uncounted_slots, issued_at, price,
                currency, holder, folded_holder, email)
            \(numbers(tickets))
            SELECT \(event.number.rawValue), \(serial), \(first) + value % 4, 1, 1, 0,
                CASE WHEN value % 50 = 0 THEN 'cancelled' ELSE 'issued' END,
                CASE WHEN value % 50 = 0 AND value % 20 > 0 AND value < \(scans) THEN 1 ELSE 0 END,
                \(sold) + (value * CAST(7919 AS BIGINT) % \(tickets)) * (\(30 * 86_400_000 as Int64) / \(tickets)),
                1000 * (1 + value % 4), 'UGX', \(Hall.holder), lower(\(Hall.holder)), 'guest' || value || '@example.org'
            FROM g
            """,
            // The search keys are the whole name, the name without its first word, and the e-mail address.
            """
            INSERT INTO ticket_name (event, serial, name, packed)
            SELECT event, serial, folded_holder, 1 FROM ticket
            UNION ALL SELECT event, serial, substr(folded_holder, 1 + length(\(Hall.firstWord)) + 1), 1 FROM ticket
            UNION ALL SELECT event, serial, '@' || email, 0 FROM ticket
            """,
        ]
        if scans > 0 {
            let blob = { (text: String) in "CAST(\(text) AS \(engine == .sqlite ? "BLOB" : "BYTEA"))" }
            let hash = blob("'a hash has 32 bytes: 0123456789a'")
            let gate = "value / \(scans / 4)"
            let time = "\(doors) + value % \(scans / 4) * 80"
            statements += [
                """
                INSERT INTO record (device, sequence, event, serial, issue, type, sub_event, slot, count, used,
                    direction, verdict, reason, gate, operator, wall_clock, hybrid_clock, hash)
                \(numbers(scans))
                SELECT \(blob("'device of gate ' || (\(gate))")), 1 + value % \(scans / 4),
                    \(event.number.rawValue), \(serial), 0, \(first) + value % 4, 0, 0, 1, 1, 'entry',
                    CASE WHEN value % 20 = 0 THEN 'refuse' ELSE 'admit' END,
                    CASE WHEN value % 20 = 0 THEN 'used' END, 'Gate ' || (\(gate)), 'bench', \(time),
                    (\(time)) * 65536, \(hash)
                FROM g
                """,
                """
                INSERT INTO admission_slot (event, serial, sub_event, slot, inside, first_at, first_gate, last_at, last_gate)
                \(numbers(scans))
                SELECT \(event.number.rawValue), \(serial), 0, 0, 1, \(time), 'Gate ' || (\(gate)), \(time),
                    'Gate ' || (\(gate))
                FROM g WHERE value % 20 > 0
                """,
            ]
        }
        try store.write { connection in
            for statement in statements { try connection.execute(statement, []) }
        }
        if engine == .postgreSQL { try PostgreSQLServer.shared().run("VACUUM ANALYZE") }
    }

    // SQLite's `lower` folds only ASCII letters, so all letters of the names are ASCII.
    static let holders = ["Grace Nakato ", "Sarah Auma ", "Okello Peter ", "Wang Li "]
    private static let holder =
        "CASE value % 4 " + holders.enumerated().map { "WHEN \($0) THEN '\($1)'" }.joined(separator: " ")
        + " END || value"

    /// An SQL expression for the first word of a folded (lower-case) name. Both engines accept it.
    private static let firstWord =
        "CASE substr(folded_holder, 1, 2) "
        + holders.map { $0.lowercased() }.map {
            "WHEN '\($0.prefix(2))' THEN '\($0.split(separator: " ").first ?? "")'"
        }.joined(separator: " ") + " END"

    /// Runs a statement twice in the engine's own shell.
    /// - Returns: the duration of the second run, in nanoseconds, as the shell reports it. The first run fills the
    ///   caches.
    func shell(_ statement: String) throws -> Double {
        let output: String
        let pattern: Regex<(Substring, Substring)>
        let unit: Double
        switch engine {
        case .sqlite:
            output = try Shell.run(["sqlite3", location], input: ".timer on\n\(statement);\n\(statement);\n")
            (pattern, unit) = (/real ([0-9.]+)/, 1e9)
        case .postgreSQL:
            output = try Shell.run(["psql", "-XqAt", location], input: "\\timing on\n\(statement);\n\(statement);\n")
            (pattern, unit) = (/Time: ([0-9.]+) ms/, 1e6)
        }
        guard let time = output.matches(of: pattern).last.flatMap({ Double($0.1) }) else {
            throw Trouble("no time in \(output)")
        }
        return time * unit
    }
}
