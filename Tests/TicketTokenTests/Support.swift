import Cryptography
import Foundation
import Testing
import TicketToken
import Ticketing

/// A folder that is gone when the last owner lets go.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        path =
            FileManager.default.temporaryDirectory
            .appendingPathComponent("eventpass-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    deinit {
        do { try FileManager.default.removeItem(atPath: path) } catch { print("left behind: \(path): \(error)") }
    }

    func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }
}

/// SplitMix64: a test that fails prints its seed, and `EVENTPASS_TEST_SEED` runs it again.
struct SeededGenerator: RandomNumberGenerator {
    let seed: UInt64
    private var state: UInt64

    init() {
        let given = ProcessInfo.processInfo.environment["EVENTPASS_TEST_SEED"].flatMap { UInt64($0) }
        self.init(seed: given ?? .random(in: .min ... .max))
        print("seed \(seed)")
    }

    init(seed: UInt64) {
        self.seed = seed
        self.state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

let noon = Instant(seconds: 1_800_000_000)
func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
func secret(_ text: String) -> SecretBytes { SecretBytes(copying: bytes(text).span) }

/// A ring in a folder of its own, with keys of these numbers; the first one is active.
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
    /// Arrays for spans: a test's macro cannot hold a span.
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
