import Glibc
import Ticketing

/// What a store has had of the migrations, and what is still to come.
struct SchemaHistory: Sendable {
    /// All that this version knows, by number.
    let migrations: [Migration]

    var newest: Int { migrations.count }

    /// How far the store has come.
    ///
    /// - Throws: `StoreError.newer`; `migrationChanged` when a text is no longer the one that was run.
    func version(on connection: any EngineConnection, path: String) throws -> Int {
        let applied = try connection.appliedMigrations.all()
        guard applied.count <= newest else {
            throw StoreError.newer(path: path, version: applied.count, supported: newest)
        }
        for (migration, known) in zip(migrations, applied) {
            guard try known.number == migration.number && known.hash == migration.hash(connection.words) else {
                throw StoreError.migrationChanged(path: path, number: migration.number)
            }
        }
        return applied.count
    }

    /// Runs what the store lacks, and keeps each one's hash.
    ///
    /// - Parameter progress: is told how many rows a migration that goes through many is through.
    func run(
        after version: Int, on connection: any EngineConnection, preparing: (String) -> String = { $0 },
        progress: (Int) -> Void
    ) throws {
        for migration in migrations.dropFirst(version) {
            try connection.run(script: preparing(migration.text(connection.words)))
            try migration.completion(connection, now, progress)
            try remember(migration, on: connection)
        }
    }

    /// Keeps the hashes of what was run before hashes were kept (0.1.0).
    func adopt(upTo version: Int, on connection: any EngineConnection) throws {
        let known = try connection.appliedMigrations.all().count
        for migration in migrations.prefix(version).dropFirst(known) { try remember(migration, on: connection) }
    }

    private func remember(_ migration: Migration, on connection: any EngineConnection) throws {
        // The time is for people who look at the table; nothing is decided by it.
        try connection.appliedMigrations.add(migration.number, hash: migration.hash(connection.words), at: now)
    }

    private var now: Instant {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Instant(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }
}
