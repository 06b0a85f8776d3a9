/// Statistics that PostgreSQL's planner can't determine. The queries of reports group times by day or by five minutes.
/// The columns contain many distinct times, so the planner expects nearly one group for each row. The planner then uses
/// no parallel workers. This type therefore sets lower counts of distinct values.
enum PlannerStatistics {
    /// The number of distinct values that the planner must assume for a column. A low number is harmless, because no
    /// query finds rows by these columns.
    private static let distinctCounts = [
        ("ticket", "issued_at", 400), ("ticket", "due", 2), ("record", "wall_clock", 300),
    ]

    /// Sets the statistics. The statistics take effect when the server next analyses the tables.
    static func apply(to connection: any EngineConnection) throws {
        try connection.run(script: "SAVEPOINT advice")
        do {
            let statements = distinctCounts.map { "ALTER TABLE \($0) ALTER COLUMN \($1) SET (n_distinct = \($2))" }
            try connection.run(script: statements.joined(separator: ";\n"))
        } catch StoreError.engine {
            // Other databases that implement PostgreSQL's protocol may not support this setting. In that case, the
            // setting is skipped.
            try connection.run(script: "ROLLBACK TO SAVEPOINT advice")
        }
    }
}
