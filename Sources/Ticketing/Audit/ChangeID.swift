/// The id of one change: 128 random bits, by which it is found when nobody knows whether it was stored.
public struct ChangeID: Hashable, Sendable {
    private static let length = 16

    public let bytes: [UInt8]

    /// The generator must be cryptographically secure; `SystemRandomNumberGenerator` is.
    public static func random(using generator: inout some RandomNumberGenerator) -> ChangeID {
        ChangeID(bytes: (0..<length).map { _ in generator.next() })
    }

    /// Of what is the same change whenever it is asked for.
    ///
    /// - Parameter digest: at least 16 bytes.
    public init(digest: [UInt8]) { bytes = Array(digest.prefix(ChangeID.length)) }

    private init(bytes: [UInt8]) { self.bytes = bytes }
}
