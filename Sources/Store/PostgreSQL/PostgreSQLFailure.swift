import Languages

/// An error that the PostgreSQL server reported, or a failure of the connection to the server. `state` is the SQLSTATE
/// of the error (PostgreSQL's documentation, appendix A). It is nil if the connection failed.
struct PostgreSQLFailure: Error {
    let state: String?
    let message: Sentence

    enum Text: String, SentenceKey {
        static let subject = "postgreSQLFailure"

        case outOfMemory = "out of memory"
        case wrongEncoding = "the database's encoding is {encoding}; create a database with ENCODING 'UTF8'"
        case noAnswer = "no answer"
        case noAnswerInTime = "no answer in time"
        case noAnswerWithin = "no answer within {seconds} s"
        case noPassword = "no password"
        case unknownHost = "could not translate host name {name} to address: {reason}"
        case noAddress = "no host has an address"
        case columnType = "column {column} has type {type}"
        case warningWithoutText = "a warning without a text"
    }

    /// The SQLSTATE "statement_completion_unknown". A distributed database server reports this state if it does not
    /// know the outcome of a commit.
    static let unknownOutcome = "40003"

    enum Kind {
        /// Another transaction conflicted with this transaction. Nothing was changed, and the transaction can be
        /// retried.
        case conflict
        /// The connection is lost, and with it all changes that were not committed.
        case lost
        /// The server is starting or recovering.
        case starting
        case permanent
    }

    var kind: Kind {
        guard let state else { return .lost }
        switch state {
        case "40001", "40P01": return .conflict
        case "57P03": return .starting
        case "57P01", "57P02", "57P05", PostgreSQLFailure.unknownOutcome: return .lost
        default: return state.hasPrefix("08") ? .lost : .permanent
        }
    }

    func error(at path: String) -> StoreError {
        guard let state else { return .unreachable(path: path, detail: message) }
        switch state {
        case "53100": return .diskFull(path: path)
        case "53300": return .tooManyConnections(path: path)
        case "25006": return .readOnly(path: path)
        case "28000", "28P01": return .accessDenied(path: path)
        case "3D000": return .databaseMissing(path: path)
        case "42P01", "3F000": return .notMigrated(path: path, version: nil, supported: Migration.all.count)
        case "40001", "40P01", "55P03", "57014": return .busy(path: path)
        // The table or type already exists: another process created the table at the same moment.
        // `PostgreSQLSchema.migrate` retries after a `constraint` error.
        case "42P07", "42710": return .constraint(message)
        case "XX001", "XX002": return .damaged(path: path, detail: message)
        default: break
        }
        switch state.prefix(2) {
        case "08", "57": return .unreachable(path: path, detail: message)
        // Class 22 is invalid data, such as a zero byte in a text. Class 23 is a violated integrity constraint.
        case "22", "23": return .constraint(message)
        default: return .engine(path: path, code: 0, message: .list([message, .verbatim("(SQLSTATE \(state))")]))
        }
    }
}
