public import Ticketing

extension Store {
    /// The time by which this machine's clock is ahead of the database server's clock; nil for an SQLite file. Several
    /// round trips to the server are timed. The uncertainty of the offset is one millisecond plus half of the shortest
    /// round trip.
    ///
    /// - Parameters:
    ///   - clock: reads the machine's wall clock.
    ///   - deadline: See `read`.
    public func offset(
        of clock: () -> Instant, until deadline: ContinuousClock.Instant? = nil
    ) throws -> ClockOffset? {
        try engine.read(until: deadline) { connection in
            var offset: ClockOffset?
            // The first round trip takes longer than the others, because the server must first prepare the statement.
            for _ in 0..<4 {
                let before = clock()
                guard let server = try connection.serverClock() else { return nil }
                // The range is extended by one millisecond on both sides, because the times of both clocks are
                // truncated to whole milliseconds.
                let asked = ClockOffset(
                    lowerBound: before.milliseconds - server.milliseconds - 1,
                    upperBound: clock().milliseconds - server.milliseconds + 1)
                offset = asked.intersected(offset ?? asked)
            }
            return offset
        }
    }
}
