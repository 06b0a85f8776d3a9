import Cryptography
import Ticketing

/// A code that pairs a phone: 40 random bits, written like a ticket code. Such a short code is safe, because it expires
/// after ten minutes, and earlier if wrong codes arrive from five addresses. The store keeps only the hash of the code.
public struct PairingCode: Sendable, CustomStringConvertible {
    private let letters: TicketCode
    /// The SHA-256 hash of the letters, with the word `pairing` before them.
    let hash: [UInt8]

    init() throws {
        var random = SystemRandomNumberGenerator()
        try self.init(TicketCode(.random(using: &random)))
    }

    private init(_ letters: TicketCode) throws {
        self.letters = letters
        hash = try SHA256.digest(Array("pairing \(letters)".utf8))
    }

    /// Parses a typed code; nil if it is malformed.
    public init?(typed text: some StringProtocol) throws {
        guard let letters = TicketCode(typed: text) else { return nil }
        try self.init(letters)
    }

    /// The code as a person types it on the phone, such as `4F7K-29QX`.
    public var text: String { letters.description }

    public var description: String { "PairingCode(redacted)" }
}
