import Store
import Ticketing

/// The clock of the main store: the clock of its database server, or of the machine that has the store's file. The
/// clocks of gates are compared with this clock.
struct StoreClock {
    /// How far the local clock is ahead of the store's clock; nil if both are the same clock.
    let machineOffset: ClockOffset?

    /// Compares the local clock with the clock of the database server, if there is a server. Call this initializer
    /// before a transaction, because the comparison takes time.
    init(_ services: ManagementServices) throws { machineOffset = try services.store.offset(of: services.now) }

    /// The earliest time that the store's clock can show when the local clock shows `moment`. `latest` returns the
    /// latest such time. The two times can differ, because the offset between the clocks is known only within bounds.
    func earliest(_ moment: Instant) -> Instant {
        Instant(milliseconds: moment.milliseconds - (machineOffset?.upperBound ?? 0))
    }

    func latest(_ moment: Instant) -> Instant {
        Instant(milliseconds: moment.milliseconds - (machineOffset?.lowerBound ?? 0))
    }
}
