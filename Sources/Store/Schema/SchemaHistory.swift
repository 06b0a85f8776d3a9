import Glibc
import Synchronization
import Ticketing

/// Determines which migrations (numbered changes of the schema) were run on a store, and runs the missing ones.
struct SchemaHistory: Sendable {
    /// The migrations of this version of the program.
    static let current = SchemaHistory(migrations: Migration.all)

    let migrations: [Migration]
    private let hashes = MigrationHashes()

    init(migrations: [Migration]) { self.migrations = migrations }

    var newest: Int { migrations.count }

    /// The number of migrations that were run on the store.
    ///
    /// - Throws: `StoreError.newer` if more migrations were run on the store than this version of the program has;
    ///   `StoreError.migrationChanged` if the text of a migration differs from the text that was run on the store.
    func version(on connection: any EngineConnection, path: String) throws -> Int {
        let applied = try connection.appliedMigrations.all()
        guard applied.count <= newest else {
            throw StoreError.newer(path: path, version: applied.count, supported: newest)
        }
        let hashes = try hashes.all(of: migrations, connection.dialect)
        for (index, known) in applied.enumerated() {
            guard known.number == migrations[index].number && known.hash == hashes[index] else {
                throw StoreError.migrationChanged(path: path, number: migrations[index].number)
            }
        }
        return applied.count
    }

    /// Runs the migrations after number `version`, and stores their hashes. `preparing` can change the statements of a
    /// migration before they are run.
    ///
    /// - Parameter progress: receives the number of rows that a long migration has processed.
    func run(
        after version: Int, on connection: any EngineConnection, preparing: (String) -> String = { $0 },
        progress: (Int) -> Void
    ) throws {
        for migration in migrations.dropFirst(version) {
            try connection.run(script: preparing(migration.text(connection.dialect)))
            try migration.dataMigration(connection, now, progress)
            try record(migration, on: connection)
        }
    }

    /// Stores the hashes of the migrations up to the number `version`. Version 0.1.0 of the program ran these
    /// migrations, but did not store their hashes.
    func recordEarlierHashes(upTo version: Int, on connection: any EngineConnection) throws {
        let known = try connection.appliedMigrations.all().count
        for migration in migrations.prefix(version).dropFirst(known) { try record(migration, on: connection) }
    }

    private func record(_ migration: Migration, on connection: any EngineConnection) throws {
        // The time is stored only for people who look at the table. The program never reads it.
        try connection.appliedMigrations.add(migration.number, hash: migration.hash(connection.dialect), at: now)
    }

    private var now: Instant {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Instant(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }
}

/// The hashes of all migrations in a `SchemaHistory`. They are computed only once for each SQL dialect, because they
/// are needed each time a store is opened.
private final class MigrationHashes: Sendable {
    private let known = Mutex<(sqlite: [[UInt8]]?, postgreSQL: [[UInt8]]?)>((nil, nil))

    func all(of migrations: [Migration], _ dialect: SQLDialect) throws -> [[UInt8]] {
        try known.withLock { known in
            if let hashes = dialect.isPostgreSQL ? known.postgreSQL : known.sqlite { return hashes }
            let hashes = try migrations.map { try $0.hash(dialect) }
            if dialect.isPostgreSQL { known.postgreSQL = hashes } else { known.sqlite = hashes }
            return hashes
        }
    }
}
