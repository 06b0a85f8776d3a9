/// Determines the size of the batches of a merge. A batch consists of the records that are stored in one transaction.
/// Gates wait for that transaction, so it must take at most a second. The size is measured as a cost
/// (`ReplayCost.cost`), which includes the work of deriving the histories of tickets again.
struct MergeBatchSize {
    /// The maximum size of a batch in a store with a single writer (an SQLite file). With this size, a batch needs less
    /// than 100 MB of memory, because each record needs less than a kilobyte.
    static let maxAlone = 100_000
    /// The maximum size of a batch on a PostgreSQL server. In a measurement with batches five times as large, a busy
    /// server needed ten seconds for one batch (in an unoptimised build of this program).
    static let maxOnServer = 2000
    /// The minimum size of a batch.
    private static let least = 100
    /// The target duration of a batch, in seconds. It is half of the maximum duration of one second, because some
    /// records take longer than the average record.
    private static let seconds = 0.5
    /// The maximum ratio of the size of a batch to the size of the previous batch.
    private static let growth = 4
    /// An estimate: storing a record takes this many times as long as verifying it.
    private static let storeToVerifyRatio = 4.0

    /// The maximum size of the first batch, even if the previous merge reached a larger size. The records of this merge
    /// could take longer to store than the records of the previous merge.
    private static let maxFirst = 16_000

    private(set) var next: Int
    /// The largest batch size that this merge has computed; nil until the first batch is stored. The next merge starts
    /// from this size, not from the size that was computed last, because the last batch of a merge is often small and
    /// slow.
    private(set) var largest: Int?
    private let isAlone: Bool

    /// Estimates the size of the first batch.
    ///
    /// - Parameters:
    ///   - isAlone: whether the store has a single writer. In such a store, large batches are efficient: a batch writes
    ///     each changed database page only once. On a server, batches are small, because each batch locks rows that
    ///     gates need.
    ///   - verified: the number of records that were verified at the start of this merge, and the time that their
    ///     verification took. If `previous` is nil, the first size is estimated from these values.
    ///   - previous: the size that the previous merge into this store reached; nil if it is not known. If it is known,
    ///     the first batch has this size, but at most `maxFirst`.
    init(isAlone: Bool, verified: (records: Int, duration: Duration), previous: Int? = nil) {
        self.isAlone = isAlone
        if let previous {
            next = min(previous, MergeBatchSize.maxFirst)
            return
        }
        next = MergeBatchSize.maxOnServer / MergeBatchSize.growth
        guard verified.records > 0 else { return }
        adapt(to: verified.duration * MergeBatchSize.storeToVerifyRatio, for: verified.records)
    }

    /// Adapts the size of the next batch to the duration of the previous batch.
    mutating func recordDuration(_ duration: Duration, for records: Int) {
        adapt(to: duration, for: records)
        largest = max(largest ?? 0, next)
    }

    private mutating func adapt(to duration: Duration, for records: Int) {
        let rate = Double(records) / max(duration / .seconds(1), 0.001)
        let most = isAlone ? MergeBatchSize.maxAlone : MergeBatchSize.maxOnServer
        next = max(MergeBatchSize.least, min(most, next * MergeBatchSize.growth, Int(rate * MergeBatchSize.seconds)))
    }
}
