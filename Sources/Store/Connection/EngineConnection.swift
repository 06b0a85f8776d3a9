import Ticketing

/// What the drivers can do besides statements; for the schema and for copies, not for the tables.
protocol EngineConnection: StoreConnection {
    var words: SchemaWords { get }

    /// What a server's clock says now; nil where the store is a file, which has none.
    func serverClock() throws -> Instant?

    /// Runs statements without values, separated by semicolons.
    func run(script: String) throws

    /// The tables that are there, whoever made them.
    func tableNames() throws -> [String]

    func shape(of table: String) throws -> TableShape

    /// Whether the pages of the store's file have checksums; nil when it has no file of its own.
    var pageChecksums: PageChecksums? { get }

    /// The numbers of pages of the store's file that differ from their checksums; empty when it has no file of its own, and
    /// where its pages have no checksums.
    func damagedPages() throws -> [Int64]

    /// What is damaged, in words; empty when nothing is.
    func integrityFaults() throws -> [String]

    /// Puts rows into a table: `feed` hands over bytes of whole rows in the form of `RowForm`.
    func load(_ table: TableShape, _ feed: (_ put: ([UInt8]) throws -> Void) throws -> Void) throws
}

extension EngineConnection {
    func serverClock() throws -> Instant? { nil }

    func damagedPages() throws -> [Int64] { [] }
}

/// A database behind the store: how transactions begin and end on it.
protocol StoreEngine: Sendable {
    /// The file or the server, without secrets.
    var path: String { get }

    /// Whether a commit can have happened and its answer be lost on the way.
    var losesAnswers: Bool { get }

    /// Does `work` in a transaction that sees one state and changes nothing.
    ///
    /// - Parameter deadline: as in `write`.
    func read<Result>(
        until deadline: ContinuousClock.Instant?, _ work: (any EngineConnection) throws -> Result
    ) throws -> Result

    /// Puts what only the log has into the file, where a look at the file is to come.
    func finishLog() throws

    /// Does `work` in one transaction, durable when this returns; when it throws, nothing has happened. It may be done
    /// more than once, each time from the beginning.
    ///
    /// - Parameter deadline: when a server is given up, whatever it does; nil waits for one that works. A file has no
    ///   server, and ignores it.
    /// - Throws: `StoreError.outcomeUnknown` when answers can be lost, and this one was.
    func write<Result>(
        until deadline: ContinuousClock.Instant?, _ work: (any EngineConnection) throws -> Result
    ) throws -> Result

    /// The same for work that writes many thousand rows, all over the tables: it takes more memory meanwhile.
    func writeMany<Result>(_ work: (any EngineConnection) throws -> Result) throws -> Result
}

extension StoreEngine {
    func read<Result>(_ work: (any EngineConnection) throws -> Result) throws -> Result {
        try read(until: nil, work)
    }

    func write<Result>(_ work: (any EngineConnection) throws -> Result) throws -> Result {
        try write(until: nil, work)
    }

    func writeMany<Result>(_ work: (any EngineConnection) throws -> Result) throws -> Result { try write(work) }
}
