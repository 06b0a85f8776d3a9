public import Languages

/// An error of the store. If such an error occurs during the scan of a ticket, the verdict is “undecided”: the ticket
/// is neither admitted nor refused.
public enum StoreError: Error, Equatable, SentenceConvertible {
    case storeMissing(path: String)
    /// There is no file at the path of a gate pack.
    case packMissing(path: String)
    /// The file or database belongs to another program.
    case foreign(path: String, applicationID: Int32?)
    /// The file is not a database.
    case notADatabase(path: String)
    /// The file is a gate pack, but a store is expected.
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
    /// The URL is that of a PostgreSQL database, but libpq is not installed.
    case missingPostgreSQLClient
    /// The server can't be reached or did not respond in time, or the connection was lost and could not be restored.
    case unreachable(path: String, detail: Sentence)
    /// The server does not know the user or rejects the password.
    case accessDenied(path: String)
    case databaseMissing(path: String)
    case tooManyConnections(path: String)
    /// The outcome of a commit is unknown: the change may or may not have been made.
    case outcomeUnknown(path: String)
    /// Another transaction has changed data that this transaction had already read.
    case concurrentChange(Sentence)
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
    case damaged(path: String, detail: Sentence)
    /// The store has a value that this version of the program does not know.
    case unknownValue(String, of: String)
    /// A column has an invalid value. `column` includes the name of the table, for example `ticket.status`.
    case invalidValue(String, of: String, column: String)
    /// A unique or foreign key constraint was violated, or a value does not fit its column.
    case constraint(Sentence)
    /// Any other error of the engine, with its code and message.
    case engine(path: String, code: Int32, message: Sentence)
    /// The key ring and the store have different keys under the same number.
    case keyMismatch(number: UInt8, known: String, given: String)

    enum Text: String, SentenceKey {
        static let subject = "storeError"

        case storeMissing = "there is no store at {path}"
        case packMissing = "there is no gate pack at {path}"
        case foreign = "{path} belongs to another program; the file was not changed"
        case foreignApplication = "{path} belongs to another program (application id {id}); the file was not changed"
        case notADatabase = "{path} is not a database; it was not changed"
        case isGatePack = "{path} is a gate pack, not a store"
        case notAGatePack = "{path} is not a gate pack; it was not changed"
        case packLogMissing = "{path} was not closed, and its last changes are in {path}-wal, which is missing"
        case foreignSchema =
            "{path} does not have the schema of a gate pack: {object} was added, changed or removed; the file was not used"
        case newer =
            "{path} was written by a newer eventpass (schema version {version}; this version supports up to {supported})"
        case notMigrated =
            "{path} was written by an older eventpass (schema version {version}; this version needs {supported})"
        case noTables = "{path} has no tables yet"
        case migrationChanged = "migration {number} of {path} differs from migration {number} of this eventpass"
        case invalidURL = "the store's URL is invalid; it is not shown because it may contain a password"
        case missingPostgreSQLClient =
            "the PostgreSQL database cannot be used, because the library libpq is not installed"
        case unreachable = "no connection to the database server at {server}: {cause}"
        case accessDenied = "the server rejected this user name or password: {path}"
        case databaseMissing = "the server has no such database: {path}"
        case tooManyConnections = "the server has no free connection for {path}"
        case outcomeUnknown =
            "the connection to {path} was lost while a change was being stored: the change may or may not have been made"
        case concurrentChange = "another process changed the data first: {detail}"
        case notEmpty = "{path} is not empty: it has rows in its table {table}"
        case copyDiffers = "the table {table} in {path} differs from its original after copying; nothing was stored"
        case containsNUL =
            "the table {table} has a NUL character in {column} of the row with {row}, but the target can't store NUL"
        case readOnly = "{path} can't be written: the file or its folder is read-only"
        case diskFull = "the disk that holds {path} is full; nothing was stored"
        case busy = "another process has locked {path} for too long"
        case openElsewhere = "another program has {path} open; the file was not changed"
        case damaged = "{path} is damaged: {detail}"
        case unknownValue = "the store has a value that is not a valid {kind}: {value}"
        case invalidValue = "the store is damaged: {column} is {value}, which is not a valid {kind}"
        case constraint = "a constraint of the store was violated: {detail}"
        case engine = "{path}: {message}"
        case engineCode = "{path}: {message} (code {code})"
        case keyMismatch =
            "key {number} of this key ring (check value {given}) differs from key {number} of this store (check value {known})"

        // Details of `concurrentChange`
        case eventGone = "the event no longer exists"
        case changeAlreadyStored = "the change is already in the audit trail"
        case failuresNotCounted = "failed sign-ins can't be counted"
        case packNumberNotAssigned = "the pack's number can't be assigned"
        case packKeyMissing = "the event has no key for its packs"
        case packRefreshed = "another process refreshed the pack"

        // Details of `damaged`
        case schemaVersion = "its schema version is {version}"
        case chainGaps = "the chain of {chain} has gaps"
        case descriptionMissing = "its description is missing"
        case truncated = "it was truncated or changed"
        case headerIncomplete = "its header is incomplete"
        case tooManyRecords = "it has {count} records of ticket {ticket}; the limit is {limit}"

        // Other details
        case numberTooLarge = "{number} does not fit into its column"
        case rolledBack = "the server rolled the transaction back"
        case noMessage = "no message"
        case checksumsNotInstalled = "the page checksums can't be turned on"
        case pagesUnreadable = "the pages can't be read"
        case logNotCreated = "its log can't be created"
        case logNotRewritten = "the log left by another program can't be rewritten"
        case connectionNotSecured = "the connection can't be secured"

        case restoreHint =
            "restore a backup with: eventpass store restore BACKUP (the old file is kept beside the new one)"
        case storeMissingHint = "{restore}; or create a new, empty store with: eventpass init"
        case notAStoreHint = "choose another store with --store; if a store should be here, {restore}"
        case isGatePackHint = "use it with: eventpass gate run FILE --gate NAME"
        case noPackHint = "create a pack with: eventpass gate pack EVENT --device NAME --output FILE"
        case packLogMissingHint =
            "open and close the pack once on the machine that used it (eventpass gate stats FILE), then copy it again"
        case foreignSchemaHint =
            "find out who could change the file, then create a new pack with: eventpass gate pack EVENT --device NAME --output FILE"
        case newerHint = "use the newer version of eventpass, or restore a backup that this eventpass wrote"
        case noTablesHint =
            "restore a backup with: eventpass store restore BACKUP; or create a new, empty store with: eventpass init"
        case notMigratedHint = "update the store with: eventpass store migrate"
        case migrationChangedHint =
            "use the eventpass that created the store, or restore a backup into a new store"
        case invalidURLHint = "use this form: postgres://user@host:5432/database?sslmode=verify-full"
        case unreachableHint =
            "check that the server is running, and that host and port in --store or EVENTPASS_STORE are right"
        case accessDeniedHint =
            "give the password in EVENTPASS_STORE, PGPASSWORD or ~/.pgpass, and check the user name"
        case databaseMissingHint =
            "create it with createdb, or correct the last part of the URL, which names the database"
        case tooManyConnectionsHint = "wait, or raise the server's max_connections"
        case outcomeUnknownHint = "before you repeat the change, check whether it was made"
        case notEmptyHint =
            "choose an empty store, or replace the store's contents with: eventpass store restore BACKUP --yes"
        case containsNULHint = "remove the NUL character from the value in its current store, then copy the store again"
        case readOnlyHint = "make the folder writable for this user, or choose another folder with --data"
        case diskFullHint = "free some space, then run the same command again"
        case busyHint =
            "end or resume the process that holds the lock (perhaps a suspended program), then run the same command again"
        case openElsewhereHint =
            "stop every gate, server and command that uses the file, then run the same command again"
        case keyMismatchHint =
            "point --keys at the key ring that belongs to this store; if that key ring is lost, move the current one away (mv keys keys.other), run eventpass init, then follow the advice of eventpass doctor"
        case damagedHint = "{restore}; list the damage with: eventpass store check"
    }

    public var sentence: Sentence {
        switch self {
        case .storeMissing(let path): Sentence(Text.storeMissing, ["path": .text(path)])
        case .packMissing(let path): Sentence(Text.packMissing, ["path": .text(path)])
        case .foreign(let path, let applicationID?):
            Sentence(Text.foreignApplication, ["path": .text(path), "id": "\(applicationID)"])
        case .foreign(let path, nil): Sentence(Text.foreign, ["path": .text(path)])
        case .notADatabase(let path): Sentence(Text.notADatabase, ["path": .text(path)])
        case .isGatePack(let path): Sentence(Text.isGatePack, ["path": .text(path)])
        case .notAGatePack(let path): Sentence(Text.notAGatePack, ["path": .text(path)])
        case .packLogMissing(let path): Sentence(Text.packLogMissing, ["path": .text(path)])
        case .foreignSchema(let path, let object):
            Sentence(Text.foreignSchema, ["path": .text(path), "object": .text(object)])
        case .newer(let path, let version, let supported):
            Sentence(
                Text.newer, ["path": .text(path), "version": "\(version)", "supported": "\(supported)"])
        case .notMigrated(let path, let version?, let supported):
            Sentence(
                Text.notMigrated, ["path": .text(path), "version": "\(version)", "supported": "\(supported)"])
        case .notMigrated(let path, nil, _): Sentence(Text.noTables, ["path": .text(path)])
        case .migrationChanged(let path, let number):
            Sentence(Text.migrationChanged, ["path": .text(path), "number": "\(number)"])
        case .invalidURL: Sentence(Text.invalidURL)
        case .missingPostgreSQLClient: Sentence(Text.missingPostgreSQLClient)
        case .unreachable(let path, let detail):
            Sentence(
                Text.unreachable, ["server": .text(PostgreSQLAddress.server(of: path)), "cause": .sentence(detail)])
        case .accessDenied(let path): Sentence(Text.accessDenied, ["path": .text(path)])
        case .databaseMissing(let path): Sentence(Text.databaseMissing, ["path": .text(path)])
        case .tooManyConnections(let path): Sentence(Text.tooManyConnections, ["path": .text(path)])
        case .outcomeUnknown(let path): Sentence(Text.outcomeUnknown, ["path": .text(path)])
        case .concurrentChange(let detail): Sentence(Text.concurrentChange, ["detail": .sentence(detail)])
        case .notEmpty(let path, let table): Sentence(Text.notEmpty, ["path": .text(path), "table": .text(table)])
        case .copyDiffers(let path, let table):
            Sentence(Text.copyDiffers, ["path": .text(path), "table": .text(table)])
        case .containsNUL(let table, let column, let row):
            Sentence(Text.containsNUL, ["table": .text(table), "column": .text(column), "row": .text(row)])
        case .readOnly(let path): Sentence(Text.readOnly, ["path": .text(path)])
        case .diskFull(let path): Sentence(Text.diskFull, ["path": .text(path)])
        case .busy(let path): Sentence(Text.busy, ["path": .text(path)])
        case .openElsewhere(let path): Sentence(Text.openElsewhere, ["path": .text(path)])
        case .damaged(let path, let detail):
            Sentence(Text.damaged, ["path": .text(path), "detail": .sentence(detail)])
        case .unknownValue(let value, let kind):
            Sentence(Text.unknownValue, ["kind": .text(kind), "value": .text(value)])
        case .invalidValue(let value, let kind, let column):
            Sentence(Text.invalidValue, ["column": .text(column), "value": .text(value), "kind": .text(kind)])
        case .constraint(let detail): Sentence(Text.constraint, ["detail": .sentence(detail)])
        case .engine(let path, 0, let message):
            Sentence(Text.engine, ["path": .text(path), "message": .sentence(message)])
        case .engine(let path, let code, let message):
            Sentence(Text.engineCode, ["path": .text(path), "message": .sentence(message), "code": "\(code)"])
        case .keyMismatch(let number, let known, let given):
            Sentence(Text.keyMismatch, ["number": "\(number)", "given": .text(given), "known": .text(known)])
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
    public static let restoreHint = Sentence(Text.restoreHint)

    /// A hint that tells the user what to do about the error; nil if there is no hint.
    public var hint: Sentence? {
        switch self {
        case .storeMissing: StoreError.restoring(Text.storeMissingHint)
        case .foreign, .notADatabase: StoreError.restoring(Text.notAStoreHint)
        case .isGatePack: Sentence(Text.isGatePackHint)
        case .packMissing, .notAGatePack: Sentence(Text.noPackHint)
        case .packLogMissing: Sentence(Text.packLogMissingHint)
        case .foreignSchema: Sentence(Text.foreignSchemaHint)
        case .newer: Sentence(Text.newerHint)
        case .notMigrated(_, nil, _): Sentence(Text.noTablesHint)
        case .notMigrated: Sentence(Text.notMigratedHint)
        case .migrationChanged: Sentence(Text.migrationChangedHint)
        case .invalidURL: Sentence(Text.invalidURLHint)
        case .missingPostgreSQLClient: .verbatim("apt install libpq5")
        case .unreachable: Sentence(Text.unreachableHint)
        case .accessDenied: Sentence(Text.accessDeniedHint)
        case .databaseMissing: Sentence(Text.databaseMissingHint)
        case .tooManyConnections: Sentence(Text.tooManyConnectionsHint)
        case .outcomeUnknown: Sentence(Text.outcomeUnknownHint)
        case .notEmpty: Sentence(Text.notEmptyHint)
        case .containsNUL: Sentence(Text.containsNULHint)
        case .readOnly: Sentence(Text.readOnlyHint)
        case .diskFull: Sentence(Text.diskFullHint)
        case .busy: Sentence(Text.busyHint)
        case .openElsewhere: Sentence(Text.openElsewhereHint)
        case .keyMismatch: Sentence(Text.keyMismatchHint)
        case .invalidValue, .damaged: StoreError.restoring(Text.damagedHint)
        case .unknownValue, .constraint, .engine, .concurrentChange, .copyDiffers: nil
        }
    }

    private static func restoring(_ hint: Text) -> Sentence { Sentence(hint, ["restore": .sentence(restoreHint)]) }
}
