import Store
import Ticketing

/// The clock of the main store: the clock of its database server, or of the machine that has its file. Clocks of gates
/// are compared with it. It converts times of the local clock, as precisely as the offset is known.
struct StoreClock {
    /// How far the local clock is ahead of the store's clock; nil if both are the same clock.
    let machineOffset: ClockOffset?

    /// Queries the database server, if there is one. Call it before a transaction, because it takes time.
    init(_ services: ManagementServices) throws { machineOffset = try services.store.offset(of: services.now) }

    /// The earliest time that the store's clock may show at a local time. `latest` returns the latest one.
    func earliest(_ moment: Instant) -> Instant {
        Instant(milliseconds: moment.milliseconds - (machineOffset?.upperBound ?? 0))
    }

    func latest(_ moment: Instant) -> Instant {
        Instant(milliseconds: moment.milliseconds - (machineOffset?.lowerBound ?? 0))
    }
}
