import FileAccess
import Gate

extension Gate {
    /// How long a gate waits for the next scan before it writes down what it has refused, in milliseconds.
    private static let restAfter: Int32 = 500
    /// How long it waits after an error before it tries that again, in milliseconds.
    private static let restAgainAfter: Int32 = 5000

    /// Writes down what is not written, when no scan comes for half a second. After an error it tries again as long as no
    /// scan comes.
    ///
    /// - Returns: since when the next scan may have waited for this; nil when none waits.
    func rest(at input: LineReader) -> ContinuousClock.Instant? {
        var patience = Gate.restAfter
        while hasUnwritten, input.isIdle(forMilliseconds: patience) {
            let start = ContinuousClock.now
            do { try flushAtRest() } catch {
                // It is kept. The gate's last flush reports it.
                patience = Gate.restAgainAfter
            }
            if !input.isIdle(forMilliseconds: 0) { return start }
        }
        return nil
    }
}
