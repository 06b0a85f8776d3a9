public import Ticketing

/// A scanned code, or a ticket that a person looked up, with the direction and the number of people.
public struct Scan: Sendable {
    /// The possible texts of the code, the most likely one first. The texts can be arbitrary bytes. The list is empty
    /// for a ticket that was looked up.
    public let readings: [[UInt8]]
    /// The ticket that a person looked up, for example because the ticket holder’s phone is dead or the code is
    /// damaged. Nil for a scanned code.
    public let serial: Serial?
    /// The request id. If the same request is sent again with the same id, the gate returns the same answer. Nil for a
    /// request that is never sent again.
    public let requestID: String?
    public let direction: Direction
    /// The number of people who enter or leave on this ticket.
    public let count: Int
    /// The name of the person who scans; nil means the gate's own operator.
    public let `operator`: String?

    public init(
        _ text: String, requestID: String? = nil, direction: Direction = .entry, count: Int = 1, operator: String? = nil
    ) {
        self.init(
            bytes: Array(text.utf8), requestID: requestID, direction: direction, count: count, operator: `operator`)
    }

    public init(
        bytes: [UInt8], requestID: String? = nil, direction: Direction = .entry, count: Int = 1, operator: String? = nil
    ) {
        self.init(
            readings: [bytes], requestID: requestID, direction: direction, count: count, operator: `operator`)
    }

    /// Makes a scan whose code has several possible texts. The first text with a valid MAC or signature is used. If no
    /// text is valid, the verdict is the refusal of the first text.
    ///
    /// - Parameter readings: at least one text. An empty list is treated as a scan of empty text.
    public init(
        readings: [[UInt8]], requestID: String? = nil, direction: Direction = .entry, count: Int = 1,
        operator: String? = nil
    ) {
        self.readings = readings.isEmpty ? [[]] : readings
        serial = nil
        self.requestID = requestID
        self.direction = direction
        self.count = count
        self.operator = `operator`
    }

    /// Makes a scan of a ticket that a person looked up by name or code. The gate checks no MAC, signature or live
    /// code. All other rules apply. The entry is recorded as an entry by hand (Docs/Gate.md, “Entry by hand”).
    public init(
        lookedUp serial: Serial, requestID: String? = nil, direction: Direction = .entry, count: Int = 1,
        operator: String? = nil
    ) {
        readings = []
        self.serial = serial
        self.requestID = requestID
        self.direction = direction
        self.count = count
        self.operator = `operator`
    }
}
