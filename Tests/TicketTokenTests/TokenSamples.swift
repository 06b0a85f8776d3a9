import Cryptography
import EventFixture
import Testing
import TicketToken
import Ticketing

let noon = Instant(seconds: 1_800_000_000)
func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
func secret(_ text: String) -> SecretBytes { SecretBytes(copying: bytes(text).span) }

/// Creates a key ring with keys of these numbers and secrets. The first key is active.
func ring(_ secrets: [(number: UInt8, hexadecimal: String)], in folder: String) throws -> KeyRing {
    try KeyRing.create(at: folder)
    var ring = try KeyRing.open(at: folder)
    for (number, digits) in secrets { try ring.importKey(number: number, secret: secret(digits), at: noon) }
    return ring
}

func ringOfOne(in folder: String) throws -> KeyRing {
    try ring([(1, String(repeating: "5a", count: 32))], in: folder)
}

func randomClaims(_ suite: Ticketing.Suite, key: UInt8, using generator: inout SeededGenerator) throws -> TicketClaims {
    let from = Instant(seconds: 1_577_840_000 + Int64.random(in: 0..<1_000_000_000, using: &generator))
    let until = from.advanced(bySeconds: .random(in: 1..<50_000_000, using: &generator))
    let windows = [
        ValidityWindow.always, ValidityWindow(from: from), ValidityWindow(from: from, until: until),
    ]
    return TicketClaims(
        suite: suite, key: key, event: .random(using: &generator), serial: .random(using: &generator),
        type: try #require(TicketTypeNumber(rawValue: .random(in: 0...4095, using: &generator))),
        admits: try #require(Admits(rawValue: .random(in: 1...16, using: &generator))),
        issue: .random(in: 0...255, using: &generator),
        window: try #require(windows.randomElement(using: &generator)))
}

extension TokenVerifier {
    /// Verifies the token in these bytes. The bytes are an array, because the macros of the testing library can't hold
    /// a span.
    func verify(raw input: [UInt8], at moment: Instant? = nil) throws -> Verification {
        try verify(bytes: input.span, at: moment)
    }
}

extension Verification {
    var ticket: VerifiedTicket? {
        if case .verified(let ticket) = self { return ticket }
        return nil
    }

    var refusal: TokenRefusal? {
        if case .refused(let refusal) = self { return refusal }
        return nil
    }
}
