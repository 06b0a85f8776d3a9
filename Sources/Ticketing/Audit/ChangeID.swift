/// The id of one change: 128 bits. The change is stored together with its id. After a crash or a lost connection, a
/// program looks up the id to find out whether the change was stored.
public struct ChangeID: Hashable, Sendable {
    private static let length = 16

    public let bytes: [UInt8]

    /// Makes a random id.
    ///
    /// - Parameter generator: must be cryptographically secure, as `SystemRandomNumberGenerator` is.
    public static func random(using generator: inout some RandomNumberGenerator) -> ChangeID {
        ChangeID(bytes: (0..<length).map { _ in generator.next() })
    }

    /// Makes an id from a digest. The same digest always gives the same id, so a retried change keeps its id.
    ///
    /// - Parameter digest: at least 16 bytes.
    public init(digest: [UInt8]) { bytes = Array(digest.prefix(ChangeID.length)) }

    private init(bytes: [UInt8]) { self.bytes = bytes }
}
