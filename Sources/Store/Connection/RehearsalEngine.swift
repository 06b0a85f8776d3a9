/// An engine that rolls back every transaction. A transaction reads its own changes, but nothing is ever stored.
private struct RehearsalEngine: StoreEngine {
    let engine: any StoreEngine

    var path: String { engine.path }
    var mayLoseCommitOutcome: Bool { false }

    func checkpointLog() {}

    func read<Result>(
        until deadline: ContinuousClock.Instant?, _ work: (any EngineConnection) throws -> Result
    ) throws -> Result { try engine.read(until: deadline, work) }

    func write<Result>(
        until deadline: ContinuousClock.Instant?, _ work: (any EngineConnection) throws -> Result
    ) throws -> Result {
        var result: Result?
        do {
            try engine.write(until: deadline) { (connection: any EngineConnection) throws -> Void in
                result = try work(connection)
                // An error is the only way to end a transaction without a commit.
                throw Discarded()
            }
        } catch is Discarded {}
        // `Discarded` is thrown only after `work` has returned, so there is a result.
        guard let result else { throw Discarded() }
        return result
    }

    private struct Discarded: Error {}
}

extension Store {
    /// The same store for a rehearsal. Every transaction of the returned store is rolled back.
    public func rehearsing() -> Store { Store(engine: RehearsalEngine(engine: engine)) }

    /// Whether every transaction of this store is rolled back.
    public var isRehearsal: Bool { engine is RehearsalEngine }
}
