import Ticketing

/// Driver operations beyond statements. They are for the schema and for copies; the types in `Tables/` do not use them.
protocol EngineConnection: StoreConnection {
    var dialect: SQLDialect { get }

    /// The current time of the server's clock; nil for a file.
    func serverClock() throws -> Instant?

    /// Runs statements without values, separated by semicolons.
    func run(script: String) throws

    /// The names of all tables, including those of other programs.
    func tableNames() throws -> [String]

    func shape(of table: String) throws -> TableShape

    /// Whether the pages of the store's file have checksums; nil on a server.
    var pageChecksums: PageChecksums? { get }

    /// The numbers of the pages in the store's file that differ from their checksums. Empty on a server, and for pages
    /// without checksums.
    func damagedPages() throws -> [Int64]

    /// Descriptions of all damage found; empty without damage.
    func integrityFaults() throws -> [String]

    /// Inserts rows into a table. `feed` passes bytes of whole rows, encoded as in `RowEncoding`, to its parameter
    /// `put`.
    func load(_ table: TableShape, _ feed: (_ write: ([UInt8]) throws -> Void) throws -> Void) throws
}

extension EngineConnection {
    func serverClock() throws -> Instant? { nil }

    func damagedPages() throws -> [Int64] { [] }
}

/// A database that holds a store: begins and ends transactions on it.
protocol StoreEngine: Sendable {
    /// The path of the file or the URL of the server, without secrets.
    var path: String { get }

    /// Whether a commit can succeed without the caller learning of it, because the connection was lost.
    var mayLoseCommitOutcome: Bool { get }

    /// Runs `work` in a read-only transaction that sees one consistent state.
    ///
    /// - Parameter deadline: as in `write`.
    func read<Result>(
        until deadline: ContinuousClock.Instant?, _ work: (any EngineConnection) throws -> Result
    ) throws -> Result

    /// Copies all pages from the log into the file, before the file itself is checked.
    func checkpointLog() throws

    /// Runs `work` in one transaction, which is durable when this returns. If `work` throws, nothing is changed. `work`
    /// may be run several times, each time from the beginning.
    ///
    /// - Parameter deadline: when to give up on a server that does not respond; nil waits as long as the server works.
    ///   Ignored for a file.
    /// - Throws: `StoreError.outcomeUnknown` if the connection was lost during the commit.
    func write<Result>(
        until deadline: ContinuousClock.Instant?, _ work: (any EngineConnection) throws -> Result
    ) throws -> Result

    /// Like `write`, for work that writes many thousands of rows in many tables. It uses more memory meanwhile.
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
