import Ticketing

/// The operations of a database driver, other than executing statements. They are used, for example, to create schemas
/// and to copy or check stores. The types in `Tables/` do not use these operations.
protocol EngineConnection: StoreConnection {
    var dialect: SQLDialect { get }

    /// The current time of the server's clock; nil for a file.
    func serverClock() throws -> Instant?

    /// Runs several statements, which are separated by semicolons and have no placeholders.
    func run(script: String) throws

    /// The names of all tables, including the tables of other programs.
    func tableNames() throws -> [String]

    func shape(of table: String) throws -> TableShape

    /// Whether the pages of the store's file have checksums; nil on a server.
    var pageChecksums: PageChecksums? { get }

    /// The numbers of the pages in the store's file that differ from their checksums. Empty on a server, and if the
    /// pages have no checksums.
    func damagedPages() throws -> [Int64]

    /// Descriptions of all faults that are found in the database; empty if the database is intact.
    func integrityFaults() throws -> [String]

    /// Inserts rows into a table. `feed` must call its parameter `write` with the bytes of whole rows, encoded as in
    /// `RowEncoding`.
    func load(_ table: TableShape, _ feed: (_ write: ([UInt8]) throws -> Void) throws -> Void) throws
}

extension EngineConnection {
    func serverClock() throws -> Instant? { nil }

    func damagedPages() throws -> [Int64] { [] }
}

/// A database that holds a store. It begins and ends the transactions on the store.
protocol StoreEngine: Sendable {
    /// The path of the file or the URL of the server, without secrets.
    var path: String { get }

    /// Whether a commit can succeed although the caller gets an error. This can happen if the connection is lost.
    var mayLoseCommitOutcome: Bool { get }

    /// Runs `work` in a read-only transaction that sees one consistent state.
    ///
    /// - Parameter deadline: See `write`.
    func read<Result>(
        until deadline: ContinuousClock.Instant?, _ work: (any EngineConnection) throws -> Result
    ) throws -> Result

    /// Copies all pages from the write-ahead log into the database file. This must be done before the pages of the file
    /// are checked.
    func checkpointLog() throws

    /// Runs `work` in one transaction, which is durable when this method returns. If `work` throws, nothing is changed.
    /// `work` may be run several times, each time from its beginning.
    ///
    /// - Parameter deadline: The time until which this method waits for a server that does not respond. If it is nil,
    ///   the method waits as long as the server is working. The deadline is ignored for a file.
    /// - Throws: `StoreError.outcomeUnknown` if the connection was lost during the commit.
    func write<Result>(
        until deadline: ContinuousClock.Instant?, _ work: (any EngineConnection) throws -> Result
    ) throws -> Result

    /// Does the same as `write`, but is for work that writes many thousands of rows to many tables. It uses more memory
    /// than `write`.
    func bulkWrite<Result>(_ work: (any EngineConnection) throws -> Result) throws -> Result
}

extension StoreEngine {
    func read<Result>(_ work: (any EngineConnection) throws -> Result) throws -> Result {
        try read(until: nil, work)
    }

    func write<Result>(_ work: (any EngineConnection) throws -> Result) throws -> Result {
        try write(until: nil, work)
    }

    func bulkWrite<Result>(_ work: (any EngineConnection) throws -> Result) throws -> Result { try write(work) }
}
