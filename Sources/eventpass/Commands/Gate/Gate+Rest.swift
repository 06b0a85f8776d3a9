import FileAccess
import Gate

extension Gate {
    /// Milliseconds without a scan after which a gate records its pending refusals.
    private static let idleDelay: Int32 = 500
    /// Milliseconds between attempts after an error.
    private static let retryDelay: Int32 = 5000

    /// Records pending refusals when no scan has arrived for half a second. After an error it retries until a scan
    /// arrives.
    ///
    /// - Returns: the earliest time from which the next scan may have been waiting; nil if no scan is waiting.
    func recordWhileIdle(at input: LineReader) -> ContinuousClock.Instant? {
        var patience = Gate.idleDelay
        while hasPendingRecords, input.isIdle(forMilliseconds: patience) {
            let start = ContinuousClock.now
            do { try flushWhenIdle() } catch {
                // The refusals stay pending. The gate's final flush reports the error.
                patience = Gate.retryDelay
            }
            if !input.isIdle(forMilliseconds: 0) { return start }
        }
        return nil
    }
}
