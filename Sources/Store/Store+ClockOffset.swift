public import Ticketing

extension Store {
    /// The lead of a clock over the server's clock, which several machines share. The uncertainty is a millisecond plus
    /// half of the shortest of several round trips. Nil for a file, because it has no separate clock.
    ///
    /// - Parameters:
    ///   - clock: reads the machine's wall clock.
    ///   - deadline: See `read`.
    public func offset(
        of clock: () -> Instant, until deadline: ContinuousClock.Instant? = nil
    ) throws -> ClockOffset? {
        try engine.read(until: deadline) { connection in
            var offset: ClockOffset?
            // In the first attempt, the server still has to prepare the statement.
            for _ in 0..<4 {
                let before = clock()
                guard let server = try connection.serverClock() else { return nil }
                // Widened by one millisecond on both sides, because both clocks are truncated to whole milliseconds.
                let asked = ClockOffset(
                    lowerBound: before.milliseconds - server.milliseconds - 1,
                    upperBound: clock().milliseconds - server.milliseconds + 1)
                offset = asked.intersected(offset ?? asked)
            }
            return offset
        }
    }
}
