/// The digest of a token: the first 16 bytes of a SHA-256 hash of the token (TOKEN §7). A token cannot be computed from
/// its digest.
public struct ListedDigest: Hashable, Comparable, Sendable {
    public static let length = 16

    /// The 16 bytes as two big-endian numbers, which take half the memory of an array.
    private let high: UInt64
    private let low: UInt64

    /// Makes a digest from the first 16 bytes of a hash.
    ///
    /// - Parameter hash: at least 16 bytes.
    public init(startOf hash: [UInt8]) {
        func word(_ from: Int) -> UInt64 { hash[from..<from + 8].reduce(0) { $0 << 8 | UInt64($1) } }
        high = word(0)
        low = word(8)
    }

    /// The digest as 16 bytes.
    public var bytes: [UInt8] {
        (0..<ListedDigest.length).map { index in
            UInt8(truncatingIfNeeded: (index < 8 ? high : low) >> UInt64(56 - 8 * (index & 7)))
        }
    }

    /// Compares digests by their bytes.
    public static func < (a: ListedDigest, b: ListedDigest) -> Bool { (a.high, a.low) < (b.high, b.low) }
}
