import Foundation
import ServerFixture
import Store

/// Copies 1,000,000 tickets and their search keys from SQLite to PostgreSQL, reads the copies back and compares them
/// with the originals. For comparison, PostgreSQL's COPY command reads the same rows from a file into the same tables.
func copying(_ program: String) throws -> [BenchmarkRow] {
    let work = "copy 1,000,000 tickets from SQLite to PostgreSQL, vs. COPY of the same rows from a file"
    if let tool = Shell.missing(Engine.postgreSQL.tools) { return [.leftOut(work, bar: 3, without: tool)] }
    let hall = try Hall(.sqlite, "copy")
    try hall.fill(tickets: 1_000_000, scans: 0)
    let server = try PostgreSQLServer.shared()
    let file = "\(FileManager.default.currentDirectoryPath)/.build/stage/copy/rows"
    let clock = ContinuousClock()
    var bare: [Double] = []
    var ours: [Double] = []
    for _ in 0..<3 {
        let (url, target) = try newStore(server)
        ours.append(
            try clock.measure {
                let tables = try hall.store.copy(to: target, inTheWay: .replace)
                precondition(tables.contains { $0.name == "ticket" && $0.rows == 1_000_000 })
            } / .nanoseconds(1))
        func run(_ statements: [String]) throws {
            try Shell.run(["psql", "-XqAt", url] + statements.flatMap { ["-c", $0] })
        }
        func copy(_ direction: String) throws {
            try run(["ticket", "ticket_name"].map { "\\copy \($0) \(direction) '\(file).\($0)' (FORMAT binary)" })
        }
        let emptying = "SET client_min_messages = error; TRUNCATE ticket, ticket_name CASCADE"
        try copy("TO")
        // Empties the tables that COPY fills again. The rows to which tickets refer, such as ticket types, stay.
        try run([emptying])
        bare.append(try clock.measure { try copy("FROM") } / .nanoseconds(1))
        try run([emptying])
    }
    return [BenchmarkRow(work: work, bare: median(bare), ours: median(ours), bar: 3)]
}

private func newStore(_ server: PostgreSQLServer) throws -> (url: String, store: Store) {
    let url = try server.newStore()
    return (url, try Store.open(.postgreSQL(try PostgreSQLAddress(url: url)), creating: true))
}
