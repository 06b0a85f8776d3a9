/// Trouble with the store: never a refusal, never green.
public enum StoreError: Error, Equatable, CustomStringConvertible {
    case missing(path: String)
    /// There is no such file.
    case noPack(path: String)
    /// A database, but of another program.
    case foreign(path: String, applicationID: Int32?)
    /// Not a database at all.
    case notADatabase(path: String)
    /// A gate pack, where a store is wanted.
    case isPack(path: String)
    /// A store, or another database, where a gate pack is wanted.
    case isNoPack(path: String)
    /// A gate pack whose last changes are in a log that did not come along.
    case unsealed(path: String)
    /// A gate pack with a trigger, a view, or a table or index that this program does not make so.
    case foreignSchema(path: String, object: String)
    case newer(path: String, version: Int, supported: Int)
    /// Older than this version, or empty (nil), where it is not migrated at opening.
    case notMigrated(path: String, version: Int?, supported: Int)
    /// A migration's text is not the one that was run.
    case migrationChanged(path: String, number: Int)
    /// A URL that names no PostgreSQL database. Nothing of it is shown.
    case notAnAddress
    /// No server there, none in time, or the connection was lost for good.
    case unreachable(path: String, detail: String)
    /// The server knows the user not, or not with this password.
    case notLetIn(path: String)
    case noDatabase(path: String)
    case tooManyConnections(path: String)
    /// The answer to a commit was lost: the change was made, or not.
    case outcomeUnknown(path: String)
    /// Another transaction was faster, and what this one had read does not hold any more.
    case changedMeanwhile(String)
    /// A store that should be empty has rows in this table.
    case notEmpty(path: String, table: String)
    /// A table does not read back as it was copied.
    case copyDiffers(path: String, table: String)
    /// A text with a NUL, which an older version let in and the store that is copied to can't keep.
    case holdsNUL(table: String, column: String, row: String)
    case readOnly(path: String)
    case diskFull(path: String)
    /// Another process keeps the store for too long.
    case busy(path: String)
    /// Another process has a file open that is to be replaced.
    case openElsewhere(path: String)
    case damaged(path: String, detail: String)
    /// A value that this version does not know.
    case unknownValue(String, of: String)
    /// A value that can't be in its column, which is named with its table: `place.last_at`.
    case impossibleValue(String, of: String, column: String)
    /// A uniqueness or foreign key was violated.
    case constraint(String)
    /// Anything else, with the engine's code and message.
    case engine(path: String, code: Int32, message: String)
    /// The number is taken by a key with another check value.
    case otherKey(number: UInt8, known: String, given: String)

    public var description: String {
        switch self {
        case .missing(let path): "there is no store at \(path)"
        case .noPack(let path): "there is no gate pack at \(path)"
        case .foreign(let path, let applicationID):
            "\(path) belongs to another program\(applicationID.map { " (application id \($0))" } ?? ""); it was left untouched"
        case .notADatabase(let path): "\(path) is not a database; it was left untouched"
        case .isPack(let path): "\(path) is a gate pack, and not a store"
        case .isNoPack(let path): "\(path) is no gate pack; it was left untouched"
        case .unsealed(let path):
            "\(path) was not closed, and its last changes are in \(path)-wal, which is not here"
        case .foreignSchema(let path, let object):
            "\(path) is not as eventpass makes a pack: its \(object) was added, changed or removed; it was not used"
        case .newer(let path, let version, let supported):
            "\(path) was written by a newer eventpass (its version \(version), this one knows up to \(supported))"
        case .notMigrated(let path, let version?, let supported):
            "\(path) was written by an older eventpass (its version \(version), this one's is \(supported))"
        case .notMigrated(let path, nil, _): "\(path) has no tables yet"
        case .migrationChanged(let path, let number):
            "\(path) was made with another text of migration \(number) than this eventpass has"
        case .notAnAddress: "the store's URL can't be read; it is not shown, since it may hold a password"
        case .unreachable(let path, let detail):
            "no connection to the database server at \(PostgreSQLAddress.server(of: path)): \(StoreError.cause(in: detail))"
        case .notLetIn(let path): "the server does not let this user in: \(path)"
        case .noDatabase(let path): "the server has no such database: \(path)"
        case .tooManyConnections(let path): "the server has no connection left for \(path)"
        case .outcomeUnknown(let path):
            "the connection to \(path) was lost while the change was stored: it may or may not have been made"
        case .changedMeanwhile(let detail): "somebody else was faster: \(detail)"
        case .notEmpty(let path, let table): "\(path) is not empty: it has rows in its table \(table)"
        case .copyDiffers(let path, let table):
            "the table \(table) in \(path) does not read back as it was copied; nothing was stored"
        case .holdsNUL(let table, let column, let row):
            "the table \(table) holds a NUL character, in \(column) of the row with \(row); the other store can't keep it"
        case .readOnly(let path): "\(path) can't be written: the file or its folder is read-only"
        case .diskFull(let path): "the disk that holds \(path) is full; nothing was stored"
        case .busy(let path): "another process has kept \(path) for too long"
        case .openElsewhere(let path): "another program has \(path) open; it was left untouched"
        case .damaged(let path, let detail): "\(path) is damaged: \(detail)"
        case .unknownValue(let value, let kind): "the store holds a value that is no \(kind): \(value)"
        case .impossibleValue(let value, let kind, let column):
            "the store is damaged: \(column) is \(value), which is no \(kind)"
        case .constraint(let detail): "the store forbids it: \(detail)"
        case .engine(let path, let code, let message): "\(path): \(message)\(code == 0 ? "" : " (code \(code))")"
        case .otherKey(let number, let known, let given):
            "key \(number) of this key ring (check \(given)) is not the key \(number) this store was used with (check \(known))"
        }
    }

    /// Whether the trouble is with what one row says, so that others may still be decided.
    public var isAboutOneRow: Bool {
        switch self {
        case .unknownValue, .impossibleValue, .constraint, .changedMeanwhile: true
        default: false
        }
    }

    /// How a backup takes a store's place.
    public static let wayBack =
        "eventpass store restore BACKUP puts a backup in its place, and keeps the old file beside it"

    /// What to do next.
    public var hint: String? {
        switch self {
        case .missing: StoreError.wayBack + "; eventpass init makes a new, empty store"
        case .foreign, .notADatabase:
            "choose another store with --store; if this is its place, \(StoreError.wayBack)"
        case .isPack: "eventpass gate run FILE works with it"
        case .noPack, .isNoPack: "eventpass gate pack EVENT --device NAME --output FILE makes a pack"
        case .unsealed:
            "open and close it once on the machine where it was used (eventpass gate stats FILE), then bring it"
        case .foreignSchema:
            "find out who had the file; eventpass gate pack EVENT --device NAME --output FILE makes a new pack"
        case .newer: "use the newer eventpass, or restore a backup that this one wrote"
        case .notMigrated(_, nil, _):
            "eventpass store restore BACKUP brings a backup back; eventpass init makes a new, empty store"
        case .notMigrated: "eventpass store migrate brings it to this version"
        case .migrationChanged: "use the eventpass that made it, or restore a backup into a new store"
        case .notAnAddress: "it looks like this: postgres://user@host:5432/database?sslmode=verify-full"
        case .unreachable: "check that the server runs, and that host and port in --store or EVENTPASS_STORE are right"
        case .notLetIn: "give the password in EVENTPASS_STORE, PGPASSWORD or ~/.pgpass, and look at the user's name"
        case .noDatabase: "createdb makes it; a URL's last part is the database"
        case .tooManyConnections: "wait, or raise the server's max_connections"
        case .outcomeUnknown: "look whether it was, before you do it again"
        case .notEmpty: "choose an empty one; eventpass store restore --yes replaces what is there"
        case .holdsNUL: "edit it where it is now, then copy again"
        case .readOnly: "make the folder writable for this user, or choose another with --data"
        case .diskFull: "free some space, then run the same command again"
        case .busy: "find who holds it (a stopped program?), then run the same command again"
        case .openElsewhere: "end every gate, server and command that uses it, then run the same command again"
        case .otherKey:
            """
            point --keys at the key ring that belongs to this store; if it is lost, move this one away (mv keys keys.other), \
            run eventpass init, and eventpass doctor says the rest
            """
        case .impossibleValue, .damaged: StoreError.wayBack + "; eventpass store check lists the damage"
        case .unknownValue, .constraint, .engine, .changedMeanwhile, .copyDiffers: nil
        }
    }
}

extension StoreError {
    /// The cause alone: libpq puts the address before it, for each address that it tried, and a question behind it.
    fileprivate static func cause(in detail: String) -> String {
        let question = detail.range(of: " Is the server running")?.lowerBound ?? detail.endIndex
        let told = detail[..<question]
        return String(told.range(of: " failed: ", options: .backwards).map { told[$0.upperBound...] } ?? told)
    }
}
