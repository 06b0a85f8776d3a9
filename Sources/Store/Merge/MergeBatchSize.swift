/// The size of a merge's transactions, as a cost (`ReplayCost.cost`). The cost includes the histories that are derived
/// again. Gates wait for each transaction, so it must take at most a second.
struct MergeBatchSize {
    /// The limit with a single writer, which limits the memory: a record takes less than a kilobyte.
    static let maxAlone = 100_000
    /// The limit on a server. With five times as much, a busy server took ten seconds in an unoptimised build.
    static let maxOnServer = 2000
    /// The minimum, however slow the machine is.
    private static let least = 100
    /// The target duration of a part: half of the maximum, because not all records take the same time.
    private static let seconds = 0.5
    /// How much larger a part may be than the previous one.
    private static let growth = 4
    /// How much longer a record takes to store than to verify, estimated slightly low.
    private static let storeToVerifyRatio = 4.0

    private(set) var next: Int
    private let isAlone: Bool

    /// - Parameters:
    ///   - isAlone: whether the store has a single writer. On SQLite, the database pages of slots and indexes are
    ///     written once per part, so a part is as large as gates can wait for. On a server, a part locks rows, so parts
    ///     are small.
    ///   - verified: how many records were verified in which time, as a measure of this machine's speed.
    init(isAlone: Bool, verified: (records: Int, duration: Duration)) {
        self.isAlone = isAlone
        next = MergeBatchSize.maxOnServer / MergeBatchSize.growth
        guard verified.records > 0 else { return }
        recordDuration(verified.duration * MergeBatchSize.storeToVerifyRatio, for: verified.records)
    }

    /// Adapts the next part to the duration of the last one.
    mutating func recordDuration(_ duration: Duration, for records: Int) {
        let rate = Double(records) / max(duration / .seconds(1), 0.001)
        let most = isAlone ? MergeBatchSize.maxAlone : MergeBatchSize.maxOnServer
        next = max(MergeBatchSize.least, min(most, next * MergeBatchSize.growth, Int(rate * MergeBatchSize.seconds)))
    }
}
