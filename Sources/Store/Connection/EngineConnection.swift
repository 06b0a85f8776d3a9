import Languages
import Ticketing

/// The operations that a database driver offers in addition to running statements. The types in `Tables/` do not use
/// these operations.
protocol EngineConnection: StoreConnection {
    var dialect: SQLDialect { get }

    /// The current time of the PostgreSQL server's clock; nil for an SQLite file.
    func serverClock() throws -> Instant?

    /// Runs several statements. They are separated by semicolons and have no placeholders.
    func run(script: String) throws

    /// The names of all tables, including the tables of other programs.
    func tableNames() throws -> [String]

    func shape(of table: String) throws -> TableShape

    /// Whether the pages of the store's SQLite file have checksums; nil on a PostgreSQL server.
    var pageChecksums: PageChecksums? { get }

    /// The numbers of the damaged pages of the store's SQLite file. A page is damaged if its content does not match its
    /// checksum. The list is empty on a PostgreSQL server, and if the pages have no checksums.
    func damagedPages() throws -> [Int64]

    /// Checks the database, and returns descriptions of all faults. The list is empty if the database is intact.
    func integrityFaults() throws -> [Sentence]

    /// Inserts rows into a table. This method calls `feed` once. `feed` must call its parameter `write` with the bytes
    /// of whole rows, encoded as in `RowEncoding`, until it has written all rows.
    func load(_ table: TableShape, _ feed: (_ write: ([UInt8]) throws -> Void) throws -> Void) throws
}

extension EngineConnection {
    func serverClock() throws -> Instant? { nil }

    func damagedPages() throws -> [Int64] { [] }
}

/// The database that contains a store: an SQLite file or a PostgreSQL database.
protocol StoreEngine: Sendable {
    /// The path of the file or the URL of the server, without secrets.
    var path: String { get }

    /// Whether a commit can succeed although the caller gets an error. This can happen on a server, if the connection
    /// is lost during the commit.
    var mayLoseCommitOutcome: Bool { get }

    /// Runs `work` in a read-only transaction. All reads of `work` see the state that the store had at one moment.
    func read<Result>(
        until deadline: ContinuousClock.Instant?, _ work: (any EngineConnection) throws -> Result
    ) throws -> Result

    /// Copies all pages from SQLite's write-ahead log into the database file. This must be done before the pages of the
    /// file are checked. Does nothing on a PostgreSQL server.
    func checkpointLog() throws

    /// Runs `work` in one transaction, which is durable when this method returns. If `work` throws, nothing is changed.
    /// `work` may be run several times, each time from its beginning.
    ///
    /// - Parameter deadline: The time at which this method gives up if a PostgreSQL server has not responded. If the
    ///   deadline is nil, the transaction may take any time. The method then gives up only if the server no longer
    ///   answers attempts to open another connection (`ConnectionWatchdog`), or if the commit takes more than 30 s. The
    ///   deadline is ignored for an SQLite file.
    /// - Throws: `StoreError.outcomeUnknown` if the connection was lost during the commit.
    func write<Result>(
        until deadline: ContinuousClock.Instant?, _ work: (any EngineConnection) throws -> Result
    ) throws -> Result
}

extension StoreEngine {
    func read<Result>(_ work: (any EngineConnection) throws -> Result) throws -> Result {
        try read(until: nil, work)
    }

    func write<Result>(_ work: (any EngineConnection) throws -> Result) throws -> Result {
        try write(until: nil, work)
    }
}
