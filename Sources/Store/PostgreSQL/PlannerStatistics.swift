/// Corrects the statistics that PostgreSQL's query planner uses for some columns. The queries for reports group times
/// into days, or into intervals of five minutes. The columns contain many distinct times, so the planner would expect
/// nearly one group for each row. With that number of groups, it would not use parallel workers. This type therefore
/// tells the planner to assume fewer distinct values.
enum PlannerStatistics {
    /// For some columns, the number of distinct values that the planner must assume. A number that is too low is
    /// harmless, because no query finds rows by the values of these columns.
    private static let distinctCounts = [
        ("ticket", "issued_at", 400), ("ticket", "due", 2), ("record", "wall_clock", 300),
    ]

    /// Stores the assumed numbers of distinct values in the database. They take effect when the server next analyses
    /// the tables.
    static func apply(to connection: any EngineConnection) throws {
        try connection.run(script: "SAVEPOINT advice")
        do {
            let statements = distinctCounts.map { "ALTER TABLE \($0) ALTER COLUMN \($1) SET (n_distinct = \($2))" }
            try connection.run(script: statements.joined(separator: ";\n"))
        } catch StoreError.engine {
            // Other database servers that implement PostgreSQL's protocol may not support this setting. The program
            // then works without it.
            try connection.run(script: "ROLLBACK TO SAVEPOINT advice")
        }
    }
}
