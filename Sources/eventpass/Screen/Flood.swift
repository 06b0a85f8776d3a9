/// Tells a paste that the terminal did not mark from what keyboards and scanners type.
///
/// Scans that pile up while a store is slow come at once as well, so it takes more of them than people can scan
/// meanwhile, or lines of which none can be a ticket.
struct Flood {
    /// Some 35 tickets.
    static let most = 2048
    static let mostShortLines = 8
    /// After such a rest it is counted anew.
    static let rest = Duration.milliseconds(50)

    private var bytes = 0
    private var ends = 0
    private var last = Duration.zero

    /// Whether with these bytes more has come without a rest than can be typed.
    mutating func take(_ more: [UInt8], at now: Duration) -> Bool {
        if now - last > Flood.rest { (bytes, ends) = (0, 0) }
        last = now
        bytes += more.count
        ends += more.count { $0 == 0x0D || $0 == 0x0A }
        return bytes > Flood.most || (ends > Flood.mostShortLines && bytes < ends * Typing.shortestScan)
    }
}
