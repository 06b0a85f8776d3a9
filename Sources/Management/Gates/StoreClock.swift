import Store
import Ticketing

/// The clock of the main store: that of its database server, or of the machine that has its file. Clocks of gates are
/// compared with it. Converts times of the local clock, as far as the offset is known.
struct StoreClock {
    /// How far the local clock is ahead; nil if it is the store's clock.
    let machineOffset: ClockOffset?

    /// Queries the database server, if there is one. Call it before a transaction, because it takes time.
    init(_ services: ManagementServices) throws { machineOffset = try services.store.offset(of: services.now) }

    /// The earliest time of the store's clock that matches a local time; `latest` gives the latest.
    func earliest(_ moment: Instant) -> Instant {
        Instant(milliseconds: moment.milliseconds - (machineOffset?.upperBound ?? 0))
    }

    func latest(_ moment: Instant) -> Instant {
        Instant(milliseconds: moment.milliseconds - (machineOffset?.lowerBound ?? 0))
    }
}
