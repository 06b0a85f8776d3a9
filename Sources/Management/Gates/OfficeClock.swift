import Store
import Ticketing

/// The office's clock, against which those of gates are held: the one of the server that has the store, or of the machine
/// that has its file. It says a moment of the machine's own clock as far as that is known.
struct OfficeClock {
    /// How far the machine's own clock is ahead; nil where it is the office's.
    let machine: ClockOffset?

    /// Asks the server, if there is one: before a transaction, since that takes a while.
    init(_ office: Office) throws { machine = try office.store.offset(of: office.now) }

    /// Not later than what the office's clock says when the machine's says this; likewise `latest`.
    func earliest(_ moment: Instant) -> Instant {
        Instant(milliseconds: moment.milliseconds - (machine?.most ?? 0))
    }

    func latest(_ moment: Instant) -> Instant {
        Instant(milliseconds: moment.milliseconds - (machine?.least ?? 0))
    }
}
