extension PostgreSQLConnection {
    /// A foreign key in the catalog.
    private struct Reference {
        let name: String
        let table: String
        let target: String
        var columns: [(own: String, other: String)]
    }

    var pageChecksums: PageChecksums? { nil }

    /// Descriptions of dangling references. The server normally prevents them, but a table restored by hand or a faulty
    /// disk may have some.
    func integrityFaults() throws -> [String] {
        try references().compactMap { reference in
            let matches = reference.columns.map { "p.\($0.other) = c.\($0.own)" }.joined(separator: " AND ")
            let given = reference.columns.map { "c.\($0.own) IS NOT NULL" }.joined(separator: " AND ")
            let count = try first(
                """
                SELECT count(*) FROM \(reference.table) c
                WHERE \(given) AND NOT EXISTS (SELECT 1 FROM \(reference.target) p WHERE \(matches))
                """, []
            ) { $0.integer(0) }
            guard let count, count > 0 else { return nil }
            return "\(count) rows of \(reference.table) refer to no row of \(reference.target) (\(reference.name))"
        }
    }

    private func references() throws -> [Reference] {
        var references: [Reference] = []
        try forEachRow(
            """
            SELECT CAST(r.constraint_name AS TEXT), CAST(own.table_name AS TEXT), CAST(own.column_name AS TEXT),
                CAST(other.table_name AS TEXT), CAST(other.column_name AS TEXT)
            FROM information_schema.referential_constraints r
            JOIN information_schema.key_column_usage own
                ON own.constraint_schema = r.constraint_schema AND own.constraint_name = r.constraint_name
            JOIN information_schema.key_column_usage other
                ON other.constraint_schema = r.unique_constraint_schema
                AND other.constraint_name = r.unique_constraint_name
                AND other.ordinal_position = own.position_in_unique_constraint
            WHERE r.constraint_schema = current_schema()
            ORDER BY r.constraint_name, own.table_name, own.ordinal_position
            """, []
        ) { row in
            let pair = (own: row.text(2), other: row.text(4))
            if let last = references.last, last.name == row.text(0), last.table == row.text(1) {
                references[references.count - 1].columns.append(pair)
            } else {
                references.append(
                    Reference(name: row.text(0), table: row.text(1), target: row.text(3), columns: [pair]))
            }
        }
        return references
    }
}
