/// The number of an event: random, not 0, unique in its store (TOKEN §2).
public struct EventNumber: RawRepresentable, Hashable, Comparable, Sendable, CustomStringConvertible {
    public let rawValue: UInt32

    /// Makes a number from its raw value. Nil for 0.
    public init?(rawValue: UInt32) {
        guard rawValue != 0 else { return nil }
        self.rawValue = rawValue
    }

    public static func random(using generator: inout some RandomNumberGenerator) -> EventNumber {
        while true {
            if let number = EventNumber(rawValue: generator.next()) { return number }
        }
    }

    public static func < (a: EventNumber, b: EventNumber) -> Bool { a.rawValue < b.rawValue }

    public var description: String { String(rawValue) }
}

/// The serial of a ticket: 40 bits from a cryptographically secure random generator, not 0, unique in its event.
/// Because the serial is random, it does not reveal how many tickets were sold (TOKEN §2).
public struct Serial: RawRepresentable, Hashable, Comparable, Sendable {
    public static let bits = 40

    public let rawValue: UInt64

    /// Makes a serial from its raw value. Nil for 0 and for values of more than 40 bits.
    public init?(rawValue: UInt64) {
        guard rawValue != 0, rawValue >> Serial.bits == 0 else { return nil }
        self.rawValue = rawValue
    }

    /// Makes a random serial. The generator must be cryptographically secure, as `SystemRandomNumberGenerator` is.
    public static func random(using generator: inout some RandomNumberGenerator) -> Serial {
        while true {
            if let serial = Serial(rawValue: generator.next() >> (64 - UInt64(Serial.bits))) { return serial }
        }
    }

    public static func < (a: Serial, b: Serial) -> Bool { a.rawValue < b.rawValue }
}

/// The number of a ticket type in its event: 0…4095 (TOKEN §2).
public struct TicketTypeNumber: RawRepresentable, Hashable, Comparable, Sendable, CustomStringConvertible {
    public static let maximum: UInt16 = 4095

    public let rawValue: UInt16

    /// The number of an event's first type. Ledger records without a ticket also have this number.
    public static let first = TicketTypeNumber(0)

    private init(_ rawValue: UInt16) { self.rawValue = rawValue }

    /// Makes a number from its raw value. Nil for values above 4095.
    public init?(rawValue: UInt16) {
        guard rawValue <= TicketTypeNumber.maximum else { return nil }
        self.rawValue = rawValue
    }

    public static func < (a: TicketTypeNumber, b: TicketTypeNumber) -> Bool { a.rawValue < b.rawValue }

    public var description: String { String(rawValue) }
}

/// The number of people whom one ticket admits: 1…16 (TOKEN §2).
public struct Admits: RawRepresentable, Hashable, Comparable, Sendable, CustomStringConvertible {
    public static let one = Admits(unchecked: 1)
    public static let most: UInt8 = 16

    public let rawValue: UInt8

    /// Makes a count from its raw value. Nil for values outside 1…16.
    public init?(rawValue: UInt8) {
        guard (1...Admits.most).contains(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    private init(unchecked value: UInt8) { self.rawValue = value }

    public static func < (a: Admits, b: Admits) -> Bool { a.rawValue < b.rawValue }

    public var description: String { String(rawValue) }
}
