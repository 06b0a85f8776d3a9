public import Ticketing

extension AdmissionLedger {
    /// Whether the last decision of at least one device lies in a range of hybrid clocks. A hybrid clock is a time that
    /// never goes back, even if the wall clock is set back (Docs/Gate.md).
    public func hasLastDecision(from first: HybridClock, to last: HybridClock) throws -> Bool {
        try connection.first(
            "SELECT 1 FROM device WHERE hybrid_clock BETWEEN $1 AND $2 LIMIT 1",
            [.integer(first.rawValue), .integer(last.rawValue)]
        ) { _ in true } ?? false
    }
}
