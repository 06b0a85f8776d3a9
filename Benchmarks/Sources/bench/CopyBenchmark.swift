import Foundation
import ServerFixture
import Store

/// 1,000,000 tickets from SQLite to PostgreSQL, read back and compared, beside PostgreSQL's own COPY of the same rows
/// into the same tables.
func copying(_ program: String) throws -> [BenchmarkRow] {
    let work = "copy 1,000,000 tickets from SQLite to PostgreSQL, beside COPY of the same rows from a file"
    if let tool = Shell.missing(Engine.postgreSQL.tools) { return [.leftOut(work, bar: 3, without: tool)] }
    let hall = try Hall(.sqlite, "copy")
    try hall.fill(tickets: 1_000_000, scans: 0)
    let server = try PostgreSQLServer.shared()
    let file = "\(FileManager.default.currentDirectoryPath)/.build/stage/copy/tickets"
    let clock = ContinuousClock()
    var bare: [Double] = []
    var ours: [Double] = []
    for _ in 0..<3 {
        let (place, target) = try newStore(server)
        ours.append(
            try clock.measure {
                let tables = try hall.store.copy(to: target, inTheWay: .replace)
                precondition(tables.contains { $0.name == "ticket" && $0.rows == 1_000_000 })
            } / .nanoseconds(1))
        try Shell.run(["psql", "-XqAt", place, "-c", "\\copy ticket TO '\(file)' (FORMAT binary)"])
        // What tickets refer to is there already.
        try Shell.run(["psql", "-XqAt", place, "-c", "SET client_min_messages = error; TRUNCATE ticket CASCADE"])
        bare.append(
            try clock.measure {
                try Shell.run(["psql", "-XqAt", place, "-c", "\\copy ticket FROM '\(file)' (FORMAT binary)"])
            } / .nanoseconds(1))
        try Shell.run(["psql", "-XqAt", place, "-c", "SET client_min_messages = error; TRUNCATE ticket CASCADE"])
    }
    return [BenchmarkRow(work: work, bare: median(bare), ours: median(ours), bar: 3)]
}

private func newStore(_ server: PostgreSQLServer) throws -> (place: String, store: Store) {
    let place = try server.newStore()
    return (place, try Store.open(.postgreSQL(try PostgreSQLAddress(url: place)), creating: true))
}
