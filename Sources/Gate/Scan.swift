public import Ticketing

/// What came from the scanner, and what is asked.
public struct Scan: Sendable {
    /// As read: any bytes at all. Nothing for a ticket that was looked up.
    public let text: [UInt8]
    /// The ticket that a person looked up, in the stead of a text: the phone is dead, the symbol torn.
    public let serial: Serial?
    /// The same id with the same contents gives the same answer, however often it is delivered. Nil for a scan that can't come again.
    public let request: String?
    public let direction: Direction
    /// How many people go in or out on this code.
    public let count: Int

    public init(_ text: String, request: String? = nil, direction: Direction = .entry, count: Int = 1) {
        self.init(bytes: Array(text.utf8), request: request, direction: direction, count: count)
    }

    public init(bytes: [UInt8], request: String? = nil, direction: Direction = .entry, count: Int = 1) {
        self.text = bytes
        serial = nil
        self.request = request
        self.direction = direction
        self.count = count
    }

    /// A ticket that a person looked up, by name or code. All rules hold but proof and live code, and an entry is
    /// recorded as what it is (GATE, "Entry by hand").
    public init(lookedUp serial: Serial, request: String? = nil, direction: Direction = .entry, count: Int = 1) {
        text = []
        self.serial = serial
        self.request = request
        self.direction = direction
        self.count = count
    }
}
