/// What PostgreSQL's planner can't find out by itself. Reports group instants by the day or by five minutes; the planner
/// counts the instants, expects a group a row, and keeps the work from being shared among processes.
enum PlannerAdvice {
    /// How many different values a column is said to have. Rows are found by none of them.
    private static let groups = [("ticket", "issued_at", 400), ("ticket", "due", 2), ("record", "wall_clock", 300)]

    /// Holds from the next time that the server analyses the tables.
    static func give(to connection: any EngineConnection) throws {
        try connection.run(script: "SAVEPOINT advice")
        do {
            let statements = groups.map { "ALTER TABLE \($0) ALTER COLUMN \($1) SET (n_distinct = \($2))" }
            try connection.run(script: statements.joined(separator: ";\n"))
        } catch StoreError.engine {
            // Databases that only speak its protocol may not know this, and plan in their own way.
            try connection.run(script: "ROLLBACK TO SAVEPOINT advice")
        }
    }
}
