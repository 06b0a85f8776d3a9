import Cryptography
import Ticketing

/// What pairs a phone: 40 random bits, written as ticket codes are. It lives ten minutes and is guessed at five times, so
/// that it may be short enough to be typed. The store has its hash alone.
public struct PairingCode: Sendable, CustomStringConvertible {
    private let letters: TicketCode
    /// SHA-256 of the letters.
    let hash: [UInt8]

    init() throws {
        var random = SystemRandomNumberGenerator()
        try self.init(TicketCode(.random(using: &random)))
    }

    private init(_ letters: TicketCode) throws {
        self.letters = letters
        hash = try SHA256.digest(Array("pairing \(letters)".utf8))
    }

    /// Reads a code as people type it. Nil for what is none: that is no guess.
    public init?(typed text: some StringProtocol) throws {
        guard let letters = TicketCode(typed: text) else { return nil }
        try self.init(letters)
    }

    /// Such as `4F7K-29QX`, for the phone that is to be paired.
    public var text: String { letters.description }

    public var description: String { "PairingCode(redacted)" }
}
