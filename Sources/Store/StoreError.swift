/// An error of the store. If such an error occurs during the scan of a ticket, the verdict is “undecided”: the ticket
/// is neither admitted nor refused.
public enum StoreError: Error, Equatable, CustomStringConvertible {
    case storeMissing(path: String)
    /// There is no file at the path of a gate pack.
    case packMissing(path: String)
    /// The file or database belongs to another program.
    case foreign(path: String, applicationID: Int32?)
    /// The file is not a database.
    case notADatabase(path: String)
    /// The file is a gate pack (a file that lets a gate work without the organizers' main store), but a store is
    /// expected.
    case isGatePack(path: String)
    /// The file is a store or another database, but a gate pack is expected.
    case notAGatePack(path: String)
    /// The gate pack was not closed, and its log is missing. The last changes of the pack are in that log.
    case packLogMissing(path: String)
    /// The gate pack has a trigger or a view, or a table or index that differs from the one that this program creates.
    case foreignSchema(path: String, object: String)
    case newer(path: String, version: Int, supported: Int)
    /// The schema is older than this version of the program needs, or there are no tables (`version` is nil). Opening
    /// such a store does not migrate it.
    case notMigrated(path: String, version: Int?, supported: Int)
    /// The text of a migration differs from the text that was run on the store.
    case migrationChanged(path: String, number: Int)
    /// The URL is not that of a PostgreSQL database. The error does not contain the URL, because the URL may contain a
    /// password.
    case invalidURL
    /// The server can't be reached or did not respond in time, or the connection was lost and could not be restored.
    case unreachable(path: String, detail: String)
    /// The server does not know the user or rejects the password.
    case accessDenied(path: String)
    case databaseMissing(path: String)
    case tooManyConnections(path: String)
    /// The outcome of a commit is unknown: the change may or may not have been made.
    case outcomeUnknown(path: String)
    /// Another transaction was faster and changed data that this transaction had read before.
    case concurrentChange(String)
    /// A store that must be empty, for example the target of a copy, has rows in the table `table`.
    case notEmpty(path: String, table: String)
    /// A copied table differs from its original.
    case copyDiffers(path: String, table: String)
    /// A text contains a NUL character. An older version of this program allowed NUL characters in an SQLite store. The
    /// store is being copied to a PostgreSQL database, which can't store them.
    case containsNUL(table: String, column: String, row: String)
    case readOnly(path: String)
    case diskFull(path: String)
    /// Another process has kept the store locked for too long.
    case busy(path: String)
    /// A file that is to be replaced is open in another process.
    case openElsewhere(path: String)
    case damaged(path: String, detail: String)
    /// The store has a value that this version of the program does not know.
    case unknownValue(String, of: String)
    /// A column has an invalid value. `column` includes the name of the table, for example `ticket.status`.
    case invalidValue(String, of: String, column: String)
    /// A unique or foreign key constraint was violated, or a value does not fit its column.
    case constraint(String)
    /// Any other error of the engine, with its code and message.
    case engine(path: String, code: Int32, message: String)
    /// The key ring (the folder of issuer keys) and the store have different keys under the same number. The two check
    /// values show that the keys differ.
    case keyMismatch(number: UInt8, known: String, given: String)

    public var description: String {
        switch self {
        case .storeMissing(let path): "there is no store at \(path)"
        case .packMissing(let path): "there is no gate pack at \(path)"
        case .foreign(let path, let applicationID):
            "\(path) belongs to another program\(applicationID.map { " (application id \($0))" } ?? ""); it was left untouched"
        case .notADatabase(let path): "\(path) is not a database; it was left untouched"
        case .isGatePack(let path): "\(path) is a gate pack, not a store"
        case .notAGatePack(let path): "\(path) is not a gate pack; it was left untouched"
        case .packLogMissing(let path):
            "\(path) was not closed, and its last changes are in \(path)-wal, which is missing"
        case .foreignSchema(let path, let object):
            "\(path) does not have the schema of a gate pack: \(object) was added, changed or removed; it was not used"
        case .newer(let path, let version, let supported):
            "\(path) was written by a newer eventpass (schema version \(version), this one supports up to \(supported))"
        case .notMigrated(let path, let version?, let supported):
            "\(path) was written by an older eventpass (schema version \(version), this one needs \(supported))"
        case .notMigrated(let path, nil, _): "\(path) has no tables yet"
        case .migrationChanged(let path, let number):
            "migration \(number) of \(path) differs from migration \(number) of this eventpass"
        case .invalidURL: "the store's URL is invalid; it is not shown because it may contain a password"
        case .unreachable(let path, let detail):
            "no connection to the database server at \(PostgreSQLAddress.server(of: path)): \(StoreError.cause(in: detail))"
        case .accessDenied(let path): "the server rejected this user or password: \(path)"
        case .databaseMissing(let path): "the server has no such database: \(path)"
        case .tooManyConnections(let path): "the server has no free connection for \(path)"
        case .outcomeUnknown(let path):
            "the connection to \(path) was lost while the change was stored: it may or may not have been made"
        case .concurrentChange(let detail): "another process was faster: \(detail)"
        case .notEmpty(let path, let table): "\(path) is not empty: it has rows in its table \(table)"
        case .copyDiffers(let path, let table):
            "the table \(table) in \(path) differs from its original after copying; nothing was stored"
        case .containsNUL(let table, let column, let row):
            "the table \(table) has a NUL character in \(column) of the row with \(row), but the target can't store NUL"
        case .readOnly(let path): "\(path) can't be written: the file or its folder is read-only"
        case .diskFull(let path): "the disk that holds \(path) is full; nothing was stored"
        case .busy(let path): "another process has locked \(path) for too long"
        case .openElsewhere(let path): "another program has \(path) open; it was left untouched"
        case .damaged(let path, let detail): "\(path) is damaged: \(detail)"
        case .unknownValue(let value, let kind): "the store has a value that is not a valid \(kind): \(value)"
        case .invalidValue(let value, let kind, let column):
            "the store is damaged: \(column) is \(value), which is not a valid \(kind)"
        case .constraint(let detail): "a constraint of the store was violated: \(detail)"
        case .engine(let path, let code, let message): "\(path): \(message)\(code == 0 ? "" : " (code \(code))")"
        case .keyMismatch(let number, let known, let given):
            "key \(number) of this key ring (check \(given)) differs from the key \(number) of this store (check \(known))"
        }
    }

    /// Whether the error concerns only a single row, so that decisions about other tickets are still possible.
    public var affectsSingleRow: Bool {
        switch self {
        case .unknownValue, .invalidValue, .constraint, .concurrentChange: true
        default: false
        }
    }

    /// The hint that explains how to restore a backup at the path of a store.
    public static let restoreHint =
        "restore a backup with: eventpass store restore BACKUP (the old file is kept beside the new one)"

    /// A hint that tells the user what to do about the error; nil if there is no hint.
    public var hint: String? {
        switch self {
        case .storeMissing: StoreError.restoreHint + "; or create a new, empty store with: eventpass init"
        case .foreign, .notADatabase:
            "choose another store with --store; if a store should be here, \(StoreError.restoreHint)"
        case .isGatePack: "use it with: eventpass gate run FILE"
        case .packMissing, .notAGatePack: "create a pack with: eventpass gate pack EVENT --device NAME --output FILE"
        case .packLogMissing:
            "open and close the pack once on the machine that used it (eventpass gate stats FILE), then copy it again"
        case .foreignSchema:
            """
            find out who could change the file, then create a new pack with: eventpass gate pack EVENT --device NAME \
            --output FILE
            """
        case .newer: "use the newer eventpass, or restore a backup that this eventpass wrote"
        case .notMigrated(_, nil, _):
            """
            restore a backup with: eventpass store restore BACKUP; or create a new, empty store with: eventpass init
            """
        case .notMigrated: "update the store with: eventpass store migrate"
        case .migrationChanged: "use the eventpass that created the store, or restore a backup into a new store"
        case .invalidURL: "use this form: postgres://user@host:5432/database?sslmode=verify-full"
        case .unreachable: "check that the server runs, and that host and port in --store or EVENTPASS_STORE are right"
        case .accessDenied: "give the password in EVENTPASS_STORE, PGPASSWORD or ~/.pgpass, and check the user name"
        case .databaseMissing: "create it with createdb, or correct the last part of the URL, which names the database"
        case .tooManyConnections: "wait, or raise the server's max_connections"
        case .outcomeUnknown: "before you repeat the change, check whether it was made"
        case .notEmpty: "choose an empty store, or replace the store's contents with: eventpass store restore --yes"
        case .containsNUL: "edit the value in its current store, then copy the store again"
        case .readOnly: "make the folder writable for this user, or choose another with --data"
        case .diskFull: "free some space, then run the same command again"
        case .busy: "find the process that holds the lock (perhaps a stopped program), then run the same command again"
        case .openElsewhere: "stop every gate, server and command that uses the file, then run the same command again"
        case .keyMismatch:
            """
            point --keys at the key ring that belongs to this store; if that key ring is lost, move the current one \
            away (mv keys keys.other), run eventpass init, then follow eventpass doctor
            """
        case .invalidValue, .damaged: StoreError.restoreHint + "; list the damage with: eventpass store check"
        case .unknownValue, .constraint, .engine, .concurrentChange, .copyDiffers: nil
        }
    }
}

extension StoreError {
    /// The cause of a failed connection, extracted from a message of libpq. The message begins with the addresses that
    /// libpq tried. After the cause, it may contain a question (“Is the server running …?”).
    fileprivate static func cause(in detail: String) -> String {
        let question = detail.range(of: " Is the server running")?.lowerBound ?? detail.endIndex
        let message = detail[..<question]
        return String(message.range(of: " failed: ", options: .backwards).map { message[$0.upperBound...] } ?? message)
    }
}
