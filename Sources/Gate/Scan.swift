public import Ticketing

/// What came from the scanner, and what is asked.
public struct Scan: Sendable {
    /// What may have been scanned: any bytes at all, the likeliest first. Nothing for a ticket that was looked up.
    public let readings: [[UInt8]]
    /// The ticket that a person looked up, in the stead of a text: the phone is dead, the symbol torn.
    public let serial: Serial?
    /// The same id with the same contents gives the same answer, however often it is delivered. Nil for a scan that can't come again.
    public let request: String?
    public let direction: Direction
    /// How many people go in or out on this code.
    public let count: Int
    /// Who scans; nil is who works at the gate.
    public let `operator`: String?

    public init(
        _ text: String, request: String? = nil, direction: Direction = .entry, count: Int = 1, operator: String? = nil
    ) {
        self.init(
            bytes: Array(text.utf8), request: request, direction: direction, count: count, operator: `operator`)
    }

    public init(
        bytes: [UInt8], request: String? = nil, direction: Direction = .entry, count: Int = 1, operator: String? = nil
    ) {
        self.init(
            readings: [bytes], request: request, direction: direction, count: count, operator: `operator`)
    }

    /// One scan that can be read in several ways: the first whose proof holds is what was scanned. Without one it is
    /// refused as its first reading is.
    ///
    /// - Parameter readings: at least one; an empty list is a scan of nothing.
    public init(
        readings: [[UInt8]], request: String? = nil, direction: Direction = .entry, count: Int = 1,
        operator: String? = nil
    ) {
        self.readings = readings.isEmpty ? [[]] : readings
        serial = nil
        self.request = request
        self.direction = direction
        self.count = count
        self.operator = `operator`
    }

    /// A ticket that a person looked up, by name or code. All rules hold but proof and live code, and an entry is
    /// recorded as what it is (GATE, "Entry by hand").
    public init(
        lookedUp serial: Serial, request: String? = nil, direction: Direction = .entry, count: Int = 1,
        operator: String? = nil
    ) {
        readings = []
        self.serial = serial
        self.request = request
        self.direction = direction
        self.count = count
        self.operator = `operator`
    }
}
