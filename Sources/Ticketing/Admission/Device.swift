/// The id of a device that decides: 128 random bits, one a data folder (GATE, "Ledger").
public struct DeviceID: Hashable, Comparable, Sendable, CustomStringConvertible {
    public static let length = 16

    public let bytes: [UInt8]

    /// Nil unless there are 16 bytes.
    public init?(bytes: [UInt8]) {
        guard bytes.count == DeviceID.length else { return nil }
        self.bytes = bytes
    }

    public static func random(using generator: inout some RandomNumberGenerator) -> DeviceID {
        DeviceID(unchecked: (0..<length).map { _ in generator.next() })
    }

    /// The id of a chain that left this device's own: the first half of it, so that it sorts beside it, and the beginning
    /// of a digest of the record with which it left.
    ///
    /// - Parameter digest: at least 8 bytes.
    public func branch(_ digest: [UInt8]) -> DeviceID {
        let half = DeviceID.length / 2
        return DeviceID(unchecked: Array(bytes.prefix(half) + digest.prefix(DeviceID.length - half)))
    }

    private init(unchecked bytes: [UInt8]) { self.bytes = bytes }

    /// 32 hexadecimal digits, as `description` writes them.
    public init?(hexadecimal text: some StringProtocol) {
        guard let bytes = HexadecimalText.bytes(text), bytes.count == DeviceID.length else { return nil }
        self.bytes = bytes
    }

    public static func < (a: DeviceID, b: DeviceID) -> Bool { a.bytes.lexicographicallyPrecedes(b.bytes) }

    public var description: String { HexadecimalText.text(bytes) }
}

/// A hybrid logical clock: the wall clock's milliseconds and a 16-bit counter; it never goes back, whatever the wall
/// clock does.
public struct HybridClock: RawRepresentable, Hashable, Comparable, Sendable {
    public static let zero = HybridClock(rawValue: 0)
    /// The last reading that a store can read back.
    public static let last = HybridClock(rawValue: 1 << 62 - 1)

    public let rawValue: Int64

    public init(rawValue: Int64) { self.rawValue = rawValue }

    /// The wall clock's part of it.
    public var wallClock: Instant { Instant(milliseconds: rawValue >> 16) }

    /// The next reading: the wall clock when it is ahead, else one tick after the last reading. Never beyond `last`.
    public func next(at wallClock: Instant) -> HybridClock {
        HybridClock(rawValue: max(HybridClock.reading(wallClock), min(rawValue, HybridClock.last.rawValue - 1) + 1))
    }

    /// What a device takes over of others' readings at most: five minutes ahead of its own wall clock.
    public static func furthest(at wallClock: Instant) -> HybridClock {
        HybridClock(rawValue: reading(wallClock.advanced(bySeconds: 300)))
    }

    /// A wall clock's own reading, from `zero` to `last`: a shift alone would overflow.
    private static func reading(_ wallClock: Instant) -> Int64 {
        max(0, min(wallClock.milliseconds, last.rawValue >> 16)) << 16
    }

    public static func < (a: HybridClock, b: HybridClock) -> Bool { a.rawValue < b.rawValue }
}
