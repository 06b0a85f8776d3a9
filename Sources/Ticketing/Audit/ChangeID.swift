/// The id of one change: 128 random bits, by which it is found when nobody knows whether it was stored.
public struct ChangeID: Hashable, Sendable {
    public let bytes: [UInt8]

    /// The generator must be cryptographically secure; `SystemRandomNumberGenerator` is.
    public static func random(using generator: inout some RandomNumberGenerator) -> ChangeID {
        ChangeID(bytes: (0..<16).map { _ in generator.next() })
    }
}
