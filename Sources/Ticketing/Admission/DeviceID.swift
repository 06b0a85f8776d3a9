import Languages

/// The id of a device that decides about admissions: 128 random bits for each data folder (Docs/Gate.md, "Ledger").
public struct DeviceID: Hashable, Comparable, Sendable, CustomStringConvertible {
    public static let length = 16

    public let bytes: [UInt8]

    /// Makes an id from 16 bytes. Nil if the number of bytes is not 16.
    public init?(bytes: [UInt8]) {
        guard bytes.count == DeviceID.length else { return nil }
        self.bytes = bytes
    }

    public static func random(using generator: inout some RandomNumberGenerator) -> DeviceID {
        DeviceID(unchecked: (0..<length).map { _ in generator.next() })
    }

    /// The id of a branch of this device's chain. The id of the branch starts with the first half of this id, so that
    /// both ids are neighbours in sorted lists. The second half is the beginning of a digest.
    ///
    /// - Parameter digest: the digest of the first record of the branch, at least 8 bytes.
    public func branchID(_ digest: [UInt8]) -> DeviceID {
        let half = DeviceID.length / 2
        return DeviceID(unchecked: Array(bytes.prefix(half) + digest.prefix(DeviceID.length - half)))
    }

    private init(unchecked bytes: [UInt8]) { self.bytes = bytes }

    /// Parses 32 hexadecimal digits, the form that `description` returns. Nil for any other text.
    public init?(hexadecimal text: some StringProtocol) {
        guard let bytes = HexadecimalText.bytes(text), bytes.count == DeviceID.length else { return nil }
        self.bytes = bytes
    }

    public static func < (a: DeviceID, b: DeviceID) -> Bool { a.bytes.lexicographicallyPrecedes(b.bytes) }

    public var description: String { HexadecimalText.text(bytes) }
}

/// A hybrid logical clock: the milliseconds of the wall clock and a 16-bit counter. The hybrid clock of a device never
/// decreases, even if the wall clock is set back.
public struct HybridClock: RawRepresentable, Hashable, Comparable, Sendable {
    public static let zero = HybridClock(rawValue: 0)
    /// The latest value that a store accepts.
    public static let last = HybridClock(rawValue: 1 << 62 - 1)

    public let rawValue: Int64

    public init(rawValue: Int64) { self.rawValue = rawValue }

    /// The part that comes from the wall clock.
    public var wallClock: Instant { Instant(milliseconds: rawValue >> 16) }

    /// The next value. It is the time of the wall clock if that time is ahead of the current value. Otherwise, it is
    /// the current value plus 1. The next value is never later than `last`.
    public func next(at wallClock: Instant) -> HybridClock {
        HybridClock(rawValue: max(HybridClock.reading(wallClock), min(rawValue, HybridClock.last.rawValue - 1) + 1))
    }

    /// The latest value that a device adopts from other devices. It is five minutes ahead of the device's wall clock.
    public static func latestAcceptable(at wallClock: Instant) -> HybridClock {
        HybridClock(rawValue: reading(wallClock.advanced(bySeconds: 300)))
    }

    /// The raw value for a wall clock time, limited to `zero`…`last`. The limit prevents an overflow of the shift.
    private static func reading(_ wallClock: Instant) -> Int64 {
        max(0, min(wallClock.milliseconds, last.rawValue >> 16)) << 16
    }

    public static func < (a: HybridClock, b: HybridClock) -> Bool { a.rawValue < b.rawValue }
}
