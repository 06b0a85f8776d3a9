import CPostgreSQL

/// Runs one statement for many rows of values. The runs are sent in libpq's pipeline mode, without waiting for the
/// answer to each run (PostgreSQL's documentation, "Pipeline Mode").
extension PostgreSQLSession {
    /// The maximum number of runs that are sent before their answers are read. All these answers fit into the buffers
    /// of the socket, so this program and the server never wait for each other to read.
    private static let maxInFlight = 256

    func execute(_ sql: String, rows: [[SQLValue]]) throws -> [Int] {
        var changed: [Int] = []
        changed.reserveCapacity(rows.count)
        var rest = rows[...]
        while let first = rest.first {
            let statement = try prepared(sql, first)
            // A null has no type, so the server infers one. If a later row has a value that does not fit this type, the
            // statement is prepared again for that row.
            let part = rest.prefix(PostgreSQLSession.maxInFlight).prefix { statement.accepts($0) }
            try changed += pipelined(part, statement)
            rest = rest.dropFirst(part.count)
        }
        return changed
    }

    private func pipelined(
        _ rows: ArraySlice<[SQLValue]>, _ statement: PreparedStatements.Statement
    ) throws -> [Int] {
        let bound = try rows.map { try PostgreSQLValues($0, types: statement.types) }
        guard rows.count > 1 else { return try bound.map { try execute($0, statement) } }
        guard unsafe PQenterPipelineMode(handle) == 1 else { throw connectionFailure() }
        // A failure of this call is ignored. It occurs only after `answers` has failed, and the session is then
        // discarded.
        defer { _ = unsafe PQexitPipelineMode(handle) }
        for values in bound where !send(values, statement) { throw connectionFailure() }
        guard unsafe PQpipelineSync(handle) == 1 else { throw connectionFailure() }
        return try answers()
    }

    private func send(_ values: PostgreSQLValues, _ statement: PreparedStatements.Statement) -> Bool {
        unsafe values.withPointers { values, lengths, formats in
            unsafe PQsendQueryPrepared(handle, statement.name, Int32(lengths.count), values, lengths, formats, 1) == 1
        }
    }

    /// Reads the answers to all runs, and returns the number of rows that each run changed. After a failure, the server
    /// skips the remaining runs. The answers for these runs are read, too, before this method throws the failure.
    private func answers() throws -> [Int] {
        var changed: [Int] = []
        var failure: PostgreSQLFailure?
        var isAfterAnswer = false
        while true {
            guard let result = unsafe PostgreSQLResult(PQgetResult(handle)) else {
                // A nil separates the answers to two runs. A second nil means that no more answers will come.
                guard !isLost, isAfterAnswer else { throw failure ?? connectionFailure() }
                isAfterAnswer = false
                continue
            }
            isAfterAnswer = true
            if result.status == PGRES_PIPELINE_SYNC { break }
            if let found = result.failure {
                failure = failure ?? recordingFailure(found)
            } else {
                changed.append(result.changed)
            }
        }
        if let failure { throw failure }
        return changed
    }
}
