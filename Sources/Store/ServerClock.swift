public import Ticketing

extension Store {
    /// How far a clock is ahead of the server's, which several machines share: exact to half of the shortest of some round
    /// trips and a millisecond. Nil for a store that is a file: its clock is the one of the machine that has it.
    ///
    /// - Parameters:
    ///   - clock: the machine's wall clock.
    ///   - deadline: as in `read`.
    public func offset(
        of clock: () -> Instant, until deadline: ContinuousClock.Instant? = nil
    ) throws -> ClockOffset? {
        try engine.read(until: deadline) { connection in
            var offset: ClockOffset?
            // The first makes the server find out what the statement means.
            for _ in 0..<4 {
                let before = clock()
                guard let server = try connection.serverClock() else { return nil }
                // What both say is cut off at whole milliseconds.
                let asked = ClockOffset(
                    least: before.milliseconds - server.milliseconds - 1,
                    most: clock().milliseconds - server.milliseconds + 1)
                offset = asked.and(offset ?? asked)
            }
            return offset
        }
    }
}
