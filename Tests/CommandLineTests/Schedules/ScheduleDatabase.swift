import EventFixture
import Synchronization

/// A database on the shared PostgreSQL server. It contains a copy of the initial store of all schedules. The program
/// writes the store to one database, and the server copies this database for each schedule. A copy by the server takes
/// a fraction of the time in which the program creates and fills a store.
struct ScheduleDatabase {
    private static let copies = Atomic(0)
    /// The database to which the program writes the store.
    private static let original = Result {
        let original = ScheduleDatabase(name: "outset", server: try PostgreSQLServer.shared())
        try original.server.run("CREATE DATABASE \(original.name)")
        // The program runs in a separate folder, because other threads copy the initial folder at the same time.
        let folder = try TemporaryFolder()
        try ScheduleOutset.shared.get().copy(to: folder)
        let copied = try folder.sh("eventpass store copy --from sqlite:data/store.sqlite --to \(original.url)")
        guard copied.status == 0 else { throw Surprise("no initial database: \(copied)") }
        return original
    }

    private let name: String
    private let server: PostgreSQLServer

    var url: String { "postgres://events@127.0.0.1:\(server.port)/\(name)" }

    static func copy() throws -> ScheduleDatabase {
        let source = try original.get()
        let number = copies.add(1, ordering: .relaxed).newValue
        let copy = ScheduleDatabase(name: "schedule\(number)", server: source.server)
        try copy.server.run("CREATE DATABASE \(copy.name) TEMPLATE \(source.name)")
        return copy
    }

    /// Removes the database, and ends connections of programs that were killed.
    func remove() throws { try server.run("DROP DATABASE \(name) WITH (FORCE)") }
}
