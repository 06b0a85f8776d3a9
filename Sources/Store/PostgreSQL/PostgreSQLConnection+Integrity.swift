import Languages

extension PostgreSQLConnection {
    /// A foreign key of a table, according to the database's catalog.
    private struct Reference {
        let name: String
        let table: String
        let target: String
        var columns: [(own: String, other: String)]
    }

    var pageChecksums: PageChecksums? { nil }

    /// Descriptions of the dangling references (references to missing rows) in all tables. The server normally prevents
    /// such references, but a faulty disk or the restoring of a single table by hand can cause them.
    func integrityFaults() throws -> [Sentence] {
        try references().compactMap { reference -> Sentence? in
            let matches = reference.columns.map { "p.\($0.other) = c.\($0.own)" }.joined(separator: " AND ")
            let given = reference.columns.map { "c.\($0.own) IS NOT NULL" }.joined(separator: " AND ")
            let count = try first(
                """
                SELECT count(*) FROM \(reference.table) c
                WHERE \(given) AND NOT EXISTS (SELECT 1 FROM \(reference.target) p WHERE \(matches))
                """, []
            ) { $0.integer(0) }
            guard let count, count > 0 else { return nil }
            return Sentence(
                StoreCheck.Text.danglingRows,
                [
                    "count": .number(Int(count)), "table": .text(reference.table), "target": .text(reference.target),
                    "reference": .text(reference.name),
                ])
        }
    }

    private func references() throws -> [Reference] {
        var references: [Reference] = []
        try forEachRow(
            """
            SELECT CAST(k.conname AS TEXT), CAST(own.relname AS TEXT), CAST(a.attname AS TEXT),
                CAST(other.relname AS TEXT), CAST(b.attname AS TEXT)
            FROM pg_constraint k
            JOIN pg_namespace n ON n.oid = k.connamespace
            JOIN pg_class own ON own.oid = k.conrelid
            JOIN pg_class other ON other.oid = k.confrelid
            CROSS JOIN LATERAL unnest(k.conkey, k.confkey) WITH ORDINALITY AS c (own, other, position)
            JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = c.own
            JOIN pg_attribute b ON b.attrelid = k.confrelid AND b.attnum = c.other
            WHERE n.nspname = current_schema() AND k.contype = 'f'
            ORDER BY k.conname, own.relname, c.position
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
