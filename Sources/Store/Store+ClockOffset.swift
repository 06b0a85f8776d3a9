public import Ticketing

extension Store {
    /// The time by which a clock is ahead of the database server's clock. Several machines can compare their clocks
    /// with the clock of the same server. The uncertainty is one millisecond plus half of the shortest of several round
    /// trips. Nil for an SQLite file, because a file has no clock.
    ///
    /// - Parameters:
    ///   - clock: reads the machine's wall clock.
    ///   - deadline: See `read`.
    public func offset(
        of clock: () -> Instant, until deadline: ContinuousClock.Instant? = nil
    ) throws -> ClockOffset? {
        try engine.read(until: deadline) { connection in
            var offset: ClockOffset?
            // The first attempt is slower than the others, because the server still has to prepare the statement.
            for _ in 0..<4 {
                let before = clock()
                guard let server = try connection.serverClock() else { return nil }
                // The range is one millisecond wider on both sides, because both clocks are truncated to whole
                // milliseconds.
                let asked = ClockOffset(
                    lowerBound: before.milliseconds - server.milliseconds - 1,
                    upperBound: clock().milliseconds - server.milliseconds + 1)
                offset = asked.intersected(offset ?? asked)
            }
            return offset
        }
    }
}
