import Cryptography

/// The secret in the link with which a visitor confirms a reservation: 128 random bits. The store keeps only its hash.
/// The secret is shorter than an `AccessSecret`, because the link must fit into a text message.
public struct ConfirmationSecret: Sendable, CustomStringConvertible {
    private static let length = 16

    /// The last part of the link's path: 32 hexadecimal digits.
    let text: String
    /// The SHA-256 hash of `text`. It needs no salt, because nobody can guess 128 random bits.
    let hash: [UInt8]

    init() throws {
        var random = SystemRandomNumberGenerator()
        try self.init(
            digits: Hexadecimal.text(
                (0..<ConfirmationSecret.length).map { _ in .random(in: 0...255, using: &random) }))
    }

    private init(digits: String) throws {
        text = digits
        hash = try SHA256.digest(Array(digits.utf8))
    }

    /// Parses the last part of a link's path; nil if it is malformed.
    public init?(text: String) throws {
        guard text.wholeMatch(of: /[0-9a-f]{32}/) != nil else { return nil }
        try self.init(digits: text)
    }

    public var description: String { "ConfirmationSecret(redacted)" }
}
