/// Detects a paste that the terminal did not mark as one.
///
/// Scans that pile up while the store is slow also arrive all at once. So input counts as a paste only if it is more
/// than people can scan in that time, or if it has many lines too short to be tickets.
struct PasteDetector {
    /// The maximum bytes without a pause; about 35 tickets.
    static let most = 2048
    static let mostShortLines = 8
    /// A pause of this length resets the counts.
    static let rest = Duration.milliseconds(50)

    private var bytes = 0
    private var lineEnds = 0
    private var last = Duration.zero

    /// Counts bytes. Returns true if the input since the last pause is a paste.
    mutating func isPaste(_ more: [UInt8], at now: Duration) -> Bool {
        if now - last > PasteDetector.rest { (bytes, lineEnds) = (0, 0) }
        last = now
        bytes += more.count
        lineEnds += more.count { $0 == 0x0D || $0 == 0x0A }
        return bytes > PasteDetector.most
            || (lineEnds > PasteDetector.mostShortLines && bytes < lineEnds * InputClassifier.shortestScan)
    }
}
