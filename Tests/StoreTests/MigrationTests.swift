import Cryptography
import EventFixture
import Foundation
import Gate
import Management
import TicketToken
import Testing
import Ticketing

@testable import Store

@Suite("Migrations", .everyEngine)
struct MigrationTests {
    private static let current = Migration.all.count

    /// A migration that a later version might add.
    private static let next = Migration(number: current + 1) { dialect in
        """
        ALTER TABLE ticket ADD COLUMN colour TEXT;
        CREATE TABLE shelf (id \(dialect.integer) PRIMARY KEY, name TEXT NOT NULL)\(dialect.rows);
        CREATE UNIQUE INDEX shelf_name ON shelf (name);
        """
    }

    private let ours = SchemaHistory.current
    private let newer = SchemaHistory(migrations: Migration.all + [MigrationTests.next])
    private let current = MigrationTests.current

    private func newAddress(_ folder: TemporaryFolder) throws -> StoreAddress {
        switch EngineKind.current {
        case .sqlite: .sqlite(path: folder("store.sqlite"))
        case .postgreSQL: .postgreSQL(try PostgreSQLAddress(url: PostgreSQLServer.shared().newStore()))
        }
    }

    private func fill(_ store: Store) throws {
        _ = try store.write { connection in
            try connection.execute("INSERT INTO person (id, name, local_owner, created) VALUES (7, 'Olive', 1, 5)", [])
        }
    }

    @Test("This program opens a store of the first schema version, and the store keeps all its contents")
    func upgrade() throws {
        let folder = try TemporaryFolder()
        let address = try newAddress(folder)
        let oldest = SchemaHistory(migrations: [Migration.m0001BaseTables])
        let old = try Store.open(address, creating: true, oldest)
        try fill(old)
        try old.write { connection in
            try connection.execute(
                "INSERT INTO organizer (number, name, slug, created) VALUES (3, 'Nile', 'nile', 9)", [])
            try connection.execute("INSERT INTO membership (organizer, person, role) VALUES (3, 7, 'owner')", [])
        }
        let store = try Store.open(address, creating: true)
        // The store is older than the audit trail, so the migration begins the trail.
        let organizer = try #require(OrganizerNumber(rawValue: 3))
        let trail = try store.read { try $0.audit.page(of: organizer, after: 0, limit: 9) }
        #expect(trail.map(\.action) == ["beginTrail"] && trail.first?.after == ["name": "Nile", "slug": "nile"])
        #expect(try store.check().isIntact)
        #expect(try store.read { try $0.users.localOwner()?.name } == "Olive")
        #expect(try store.check().version == Migration.all.count)
    }

    @Test("A migrated event gets the currency of its orders, and is marked if its orders have several currencies")
    func currencies() throws {
        let folder = try TemporaryFolder()
        let address = try newAddress(folder)
        let older = try Store.open(address, creating: true, SchemaHistory(migrations: Array(Migration.all.prefix(5))))
        let sold: [(event: Int64, currencies: [String?])] = [
            (1, []), (2, [nil]), (3, ["UGX", nil, "UGX"]), (4, ["UGX", "EUR", nil]),
        ]
        _ = try older.write { connection in
            try connection.execute(
                "INSERT INTO organizer (number, name, slug, created) VALUES (1, 'Nile', 'nile', 5)", [])
            for (event, currencies) in sold {
                try connection.execute(
                    """
                    INSERT INTO event (number, organizer, slug, suite, created, status, title, kind, category, time_zone)
                    VALUES ($1, 1, $2, 1, 5, 'published', 'Fair', 'public', 'other', 'UTC')
                    """, [.integer(event), .text("fair-\(event)")])
                for (number, currency) in currencies.enumerated() {
                    try connection.execute(
                        """
                        INSERT INTO ticket_order (event, number, buyer, currency, total, status, created, holding,
                            refund_owed) VALUES ($1, $2, 'Grace', $3, 5, 'paid', 5, 0, 0)
                        """, [.integer(event), .int(number + 1), .optional(currency)])
                }
            }
        }
        let store = try Store.open(address, creating: true)
        let found = try store.read { connection in
            try sold.map { try connection.events.currencies(at: #require(EventNumber(rawValue: UInt32($0.event)))) }
        }
        #expect(found.map(\.primary) == [nil, nil, "UGX", "EUR"])
        #expect(found.map(\.hasSeveral) == [false, false, false, true])
    }

    /// A store of version 5 with an active, a cancelled and a deleted event. Versions up to 5 did not reset the
    /// counters of cancelled and deleted events.
    private func fifth(_ address: StoreAddress) throws -> Store {
        let store = try Store.open(address, creating: true, SchemaHistory(migrations: Array(Migration.all.prefix(5))))
        let ends = [
            (1, "'published', NULL, NULL", "'issued', NULL"), (2, "'cancelled', 40, NULL", "'cancelled', 40"),
            (3, "'published', NULL, 40", "'cancelled', 40"),
        ]
        let head = """
            INSERT INTO organizer (number, name, slug, created) VALUES (1, 'Nile', 'nile', 5);
            INSERT INTO membership (organizer, person, role) VALUES (1, 7, 'owner')
            """
        let events = ends.map { event, end, tickets in
            let (paid, pending) =
                event == 1 ? ("'paid', 0, 0", "'pending', 1, 0") : ("'refunded', 0, 1000", "'cancelled', 0, 0")
            return """
                INSERT INTO event (number, organizer, slug, suite, created, title, kind, category, time_zone, people,
                    held, status, cancelled, deleted)
                VALUES (\(event), 1, 'fair-\(event)', 1, 5, 'Fair', 'private', 'other', 'UTC', 3, 2, \(end));
                INSERT INTO ticket_type (event, number, name, folded_name, price, currency, issued, held, admits,
                    live_code)
                VALUES (\(event), 1, 'Regular', 'regular', 500, 'UGX', 2, 2, 1, 0);
                INSERT INTO ticket_order (event, number, buyer, currency, total, created, paid, status, holding,
                    refund_owed)
                VALUES (\(event), 1, 'Grace', 'UGX', 1000, 5, 6, \(paid)),
                    (\(event), 2, 'Amina', 'UGX', 1000, 5, NULL, \(pending));
                INSERT INTO order_line (event, ticket_order, type, count, price, admits)
                VALUES (\(event), 1, 1, 2, 500, 1), (\(event), 2, 1, 2, 500, 1);
                INSERT INTO ticket (event, serial, type, admits, key, issue, issued_at, ticket_order, price, currency,
                    status, status_since)
                VALUES (\(event), 1, 1, 1, 1, 0, 6, 1, 500, 'UGX', \(tickets)),
                    (\(event), 2, 1, 2, 1, 0, 6, 1, 500, 'UGX', \(tickets));
                INSERT INTO event_function (event, number, kind, name, folded_name)
                VALUES (\(event), 3, 'other', 'Tea', 'tea');
                INSERT INTO household (event, number, name, folded_name) VALUES (\(event), 1, 'Okello', 'okello');
                INSERT INTO guest (event, number, household, name, folded_name, companions, serial)
                VALUES (\(event), 1, 1, 'Grace', 'grace', 0, 1), (\(event), 2, NULL, 'Amina', 'amina', 1, 2);
                INSERT INTO invitation (event, guest, function, answer, answered)
                VALUES (\(event), 1, 3, 'attending', 7), (\(event), 2, 3, NULL, NULL)
                """
        }
        try fill(store)
        try store.write { connection in
            for statement in ([head] + events).flatMap({ $0.split(separator: ";") }) {
                try connection.execute(String(statement), [])
            }
            try connection.audit.backfillChains(at: Instant(milliseconds: 100))
        }
        return store
    }

    /// Opens a store of version 5 with this program. Checks the store before and after its deleted event is restored.
    private func upgradeFifth(_ address: StoreAddress) throws {
        let store = try Store.open(address, creating: true)
        let check = try store.check()
        #expect(check.isIntact && check.version == current, "\(check)")
        let last = try store.read { try $0.all("SELECT last_sub_event FROM event", []) { try $0.number(0) } }
        #expect(last == [3, 3, 3])
        let services = try ManagementServices.signIn(to: store, as: "7") { Instant(milliseconds: 1000) }
        let event = try services.events.restoreEvent(services.events.event(named: "fair-3", among: .deleted)).event
        #expect(try services.ticketTypes.ticketTypes(of: event).map(\.issued) == [0])
        let restored = try store.check()
        #expect(restored.isIntact, "\(restored)")
    }

    @Test("A version 5 store with guests, orders, a cancelled event and a deleted event passes its check when migrated")
    func sinceFifth() throws {
        let folder = try TemporaryFolder()
        let address = try newAddress(folder)
        _ = try fifth(address)
        try upgradeFifth(address)
    }

    @Test(
        "Migration 34 leaves older answers unchanged; afterwards, “maybe” is a valid answer, and unknown words are not")
    func answers() throws {
        let folder = try TemporaryFolder()
        let address = try newAddress(folder)
        _ = try fifth(address)
        let store = try Store.open(address, creating: true)
        let event = try #require(EventNumber(rawValue: 1))
        try store.write { connection throws in
            let invitations = connection.invitations
            #expect(try invitations.all(ofGuest: 1, event: event).map(\.reply) == [.attending(companions: 0)])
            #expect(try invitations.all(ofGuest: 2, event: event).map(\.reply) == [.none])
            #expect(try invitations.answer(.maybe, guest: 2, subEvent: 3, of: event, at: Instant(milliseconds: 9)))
            #expect(try invitations.all(ofGuest: 2, event: event).map(\.reply) == [.maybe])
        }
        #expect(throws: StoreError.self) {
            try store.write { try $0.execute("UPDATE invitation SET answer = 'perhaps'", []) }
        }
    }

    @Test("Migration 58 marks the messages that recipients wait for, as if they had been queued afterwards")
    func awaitedNotices() throws {
        let folder = try TemporaryFolder()
        let address = try newAddress(folder)
        let older = try Store.open(address, creating: true, SchemaHistory(migrations: Array(Migration.all.prefix(57))))
        _ = try older.write { connection in
            for kind in Notice.Kind.allCases {
                try connection.execute(
                    """
                    INSERT INTO notice (notice_key, organizer, kind, recipient, payload, created, due)
                    VALUES ($1, 0, $2, 'grace@example.org', '{}', 5, 5)
                    """, [.text("old \(kind.rawValue)"), .text(kind.rawValue)])
            }
        }
        let store = try Store.open(address, creating: true)
        try store.write { connection in
            for kind in Notice.Kind.allCases {
                try connection.notices.queue(
                    Notice(
                        organizer: nil, event: nil, kind: kind, recipient: "grace@example.org", payload: [:],
                        key: "new \(kind.rawValue)", created: Instant(milliseconds: 5)))
            }
        }
        let found = try store.read { try $0.notices.due(in: .awaited, at: Instant(milliseconds: 5), limit: 99) }
        let awaited = Notice.Kind.allCases.filter(\.isAwaited).map(\.rawValue)
        #expect(awaited.count == 4)
        #expect(Set(found.map(\.key)) == Set(awaited.flatMap { ["old \($0)", "new \($0)"] }))
    }

    @Test("On an engine that can't roll back DDL, a migration that failed after any of its statements can be repeated")
    func restartedSinceFifth() throws {
        guard EngineKind.current == .postgreSQL else { return }
        let folder = try TemporaryFolder()
        let address = try newAddress(folder)
        let old = try fifth(address)
        for migration in Migration.all.dropFirst(5) {
            // A block between $$ is not split, because none of its lines ends with a semicolon.
            let statements = PostgreSQLSchema.addingIfNotExists(migration.text(.postgreSQL)).split(separator: ";\n")
                .map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }.filter { !$0.isEmpty }
            for count in 1...statements.count {
                try old.write { connection in
                    for statement in statements.prefix(count) { try connection.execute(statement, []) }
                }
            }
            let soFar = SchemaHistory(migrations: Array(Migration.all.prefix(migration.number)))
            _ = try Store.open(address, creating: true, soFar)
        }
        try upgradeFifth(address)
    }

    @Test("Tickets sold before migration 33 are found by the last digits of phone numbers, like new tickets")
    func phoneEndings() throws {
        let wedding = try Wedding()
        try wedding.importGuests(
            "name,household,phone,ceremony\nGrace,Nakato,+256772123456,yes\nJohn,Nakato,0701 999-888,yes\n"
                + "Amy,Akello,5555,yes\nZoe,Lane,,yes\n")
        try wedding.invite()
        for phone in ["+256 701 000111", "+4915112345678", nil] {
            _ = try wedding.services.orders.createOrder(
                OrderDraft(
                    lines: [.init(type: wedding.festival.regular.number, count: 2)], name: "Kay", phone: phone,
                    payment: Payment(.cash)),
                of: wedding.event, signingWith: wedding.festival.ring)
        }
        // Earlier versions of the program stored numbers as they were typed.
        try wedding.festival.store.keepOldText(
            "+256 (701) 000-111", in: "ticket_order.phone", where: "phone = '+256701000111'")
        let dialect = EngineKind.current == .sqlite ? SQLDialect.sqlite : .postgreSQL
        let statement = Migration.m0033PhoneEndings.text(dialect)
        try wedding.festival.store.write { connection in
            func rows() throws -> [String] {
                try connection.all(
                    "SELECT serial, name, packed FROM ticket_name WHERE name LIKE '#%' ORDER BY serial, name", []
                ) { "\($0.integer(0)) \($0.text(1)) \($0.integer(2))" }
            }
            try connection.execute("DELETE FROM ticket_name", [])
            try connection.ticketSearchKeys.backfill { _ in }
            let new = try rows()
            #expect(new.count == 3 + 2 * 2)
            try connection.execute("DELETE FROM ticket_name WHERE name LIKE '#%'", [])
            for _ in 0..<2 {
                try connection.execute(statement, [])
                #expect(try rows() == new)
            }
        }
    }

    @Test("Each migration runs once; until all migrations have run, a PostgreSQL store can't be opened for normal use")
    func steps() throws {
        let folder = try TemporaryFolder()
        let address = try newAddress(folder)
        let old = try Store.open(address, creating: true, ours)
        try fill(old)
        if case .postgreSQL(let server) = address {
            let path = server.description
            #expect(throws: StoreError.notMigrated(path: path, version: current, supported: current + 1)) {
                try Store.open(address, creating: false, newer)
            }
        }
        for _ in 0..<2 {
            let store = try Store.open(address, creating: true, newer)
            #expect(try store.read { try $0.users.localOwner()?.name } == "Olive")
            #expect(try store.check().version == current + 1)
            _ = try store.write { try $0.execute("UPDATE ticket SET colour = 'red'", []) }
        }
        #expect(throws: StoreError.newer(path: address.description, version: current + 1, supported: current)) {
            try Store.open(address, creating: false, ours)
        }
    }

    @Test("The digest in the source code equals the digest of the pack schema that the migrations create")
    func packSchema() throws {
        let digest = try GatePackSchema.digest(of: SchemaHistory.current)
        #expect(digest == GatePackSchema.currentDigest)
    }

    @Test("The statements of the first migrations are unchanged; only their comments may change")
    func firstStatements() throws {
        for (dialect, expected) in [
            (SQLDialect.sqlite, "a9ef404c4ecdab1460b509e1602f7a02bdc83c9f3dcee0bbce3d7edc6bba954b"),
            (.postgreSQL, "ef9725734a6886edf0ebce558f9e15c4c6962ef7e0c14ed455761240f9c2a192"),
        ] {
            let hashes = try Migration.all.prefix(28).flatMap { try $0.statementHash(dialect) }
            let digest = Hexadecimal.text(try SHA256.digest(hashes))
            #expect(digest == expected)
        }
    }

    @Test("If a migration's SQL has changed since the migration ran, an error names the migration's number")
    func changed() throws {
        let folder = try TemporaryFolder()
        let address = try newAddress(folder)
        let store = try Store.open(address, creating: true, newer)
        _ = try store.write {
            try $0.execute("UPDATE migration SET hash = $1 WHERE number = $2", [.blob([1, 2]), .int(current + 1)])
        }
        #expect(throws: StoreError.migrationChanged(path: address.description, number: current + 1)) {
            try Store.open(address, creating: true, newer)
        }
    }

    @Test("If eight tasks open a store concurrently, each migration runs once, and all tasks see the new version")
    func together() async throws {
        let folder = try TemporaryFolder()
        let address = try newAddress(folder)
        let newer = newer
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask { try Store.open(address, creating: true, newer).check().version }
            }
            for try await version in group { #expect(version == MigrationTests.current + 1) }
        }
    }

    @Test("A failed migration changes nothing, and the store stays at its earlier version")
    func failing() throws {
        let folder = try TemporaryFolder()
        let address = try newAddress(folder)
        try fill(try Store.open(address, creating: true, ours))
        let faulty = SchemaHistory(
            migrations: Migration.all + [
                Migration(number: current + 1) { dialect in
                    "CREATE TABLE shelf (id \(dialect.integer) PRIMARY KEY); INSERT INTO person (id) VALUES (7);"
                }
            ])
        #expect(throws: StoreError.self) { try Store.open(address, creating: true, faulty) }
        #expect(try Store.open(address, creating: true, newer).check().version == current + 1)
    }

    @Test("On an engine that can't roll back DDL, a repeated migration skips the statements already executed")
    func restarted() throws {
        guard EngineKind.current == .postgreSQL else { return }
        let folder = try TemporaryFolder()
        let address = try newAddress(folder)
        let store = try Store.open(address, creating: true, ours)
        _ = try store.write { connection in
            try connection.execute("ALTER TABLE ticket ADD COLUMN colour TEXT", [])
            try connection.execute("CREATE TABLE shelf (id BIGINT PRIMARY KEY, name TEXT NOT NULL)", [])
        }
        #expect(try Store.open(address, creating: true, newer).check().version == current + 1)
    }
}
