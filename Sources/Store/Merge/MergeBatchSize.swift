/// Determines the size of the parts of a merge. The size is measured as a cost (`ReplayCost.cost`), which includes the
/// work of deriving the histories of tickets again. Each part is stored in one transaction. Gates wait for that
/// transaction, so it must take at most a second.
struct MergeBatchSize {
    /// The maximum size of a part in a store with a single writer (an SQLite file). With this size, a part needs less
    /// than 100 MB of memory, because each record needs less than a kilobyte.
    static let maxAlone = 100_000
    /// The maximum size of a part on a PostgreSQL server. In a measurement with parts five times as large, a busy
    /// server needed ten seconds for one part (in an unoptimised build of this program).
    static let maxOnServer = 2000
    /// The minimum size of a part, even on a slow machine.
    private static let least = 100
    /// The target duration of a part, in seconds. It is half of the maximum duration of one second, because some
    /// records take longer than the average record.
    private static let seconds = 0.5
    /// The maximum ratio of the size of a part to the size of the previous part.
    private static let growth = 4
    /// The estimated ratio of the time to store a record to the time to verify it. The actual ratio is slightly higher.
    private static let storeToVerifyRatio = 4.0

    /// The maximum size of the first part, even if the previous merge reached a larger one. The records of this merge
    /// could take longer than those of the previous merge.
    private static let maxFirst = 16_000

    private(set) var next: Int
    /// The largest size that this merge has computed for a next part; nil until the first part is stored. The last size
    /// is not representative, because the last part is often small and has a low rate.
    private(set) var largest: Int?
    private let isAlone: Bool

    /// Estimates the size of the first part.
    ///
    /// - Parameters:
    ///   - isAlone: whether the store has a single writer. In such a store, large parts are efficient: a part writes
    ///     each changed database page only once. The size of these parts is limited by the time for which gates can
    ///     wait. On a server, parts are small, because each part locks rows that gates need.
    ///   - verified: the number of records that were verified at the start of this merge, and the time that their
    ///     verification took. If `previous` is nil, the first size is estimated from these values.
    ///   - previous: the size that the previous merge into this store reached; nil if it is not known. If it is known,
    ///     the first part has this size, but at most `maxFirst`.
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

    /// Adapts the size of the next part to the duration of the previous part.
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
