import CBare
import Foundation
import TicketToken
import Ticketing

/// Compares the time to verify or sign a token with the time of one HMAC in C (`EVP_MAC` with a prepared key). All
/// tokens use suite 1 and belong to one event, whose derived key is cached.
func tokenBenchmarks() throws -> [BenchmarkRow] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "eventpass-bench-\(UUID())").path
    try KeyRing.create(at: folder)
    defer {
        do {
            try FileManager.default.removeItem(atPath: folder)
        } catch {
            print("left behind: \(folder): \(error)")
        }
    }
    var ring = try KeyRing.open(at: folder)
    let key = try ring.generate(at: Instant(seconds: 1_800_000_000))

    var generator = SystemRandomNumberGenerator()
    let event = EventNumber.random(using: &generator)
    let window = ValidityWindow(from: Instant(seconds: 1_800_000_000), until: Instant(seconds: 1_800_100_000))
    guard let type = TicketTypeNumber(rawValue: 7) else { return [] }
    let claims = (0..<1024).map { _ in
        TicketClaims(
            suite: .hmac, key: key.number, event: event, serial: .random(using: &generator),
            type: type, window: window)
    }
    let signer = TicketSigner(ring)
    let verifier = TokenVerifier(ring)
    let texts = try claims.map(signer.sign)
    // There are many short rounds, so that other load on the machine disturbs only a few of them.
    let iterations = 4_000
    let rounds = 151

    let verifying = try measure(
        "verify a token, suite 1", bar: 1.5, rounds: rounds, iterations: iterations, bare: { _ = bare_mac($0) },
        ours: { count in
            var verified = 0
            for index in 0..<count {
                if case .verified(let ticket) = try verifier.verify(texts[index & 1023]), ticket.claims.event == event {
                    verified += 1
                }
            }
            precondition(verified == count)
        })
    let signing = try measure(
        "sign claims to a token, suite 1", bar: 1.8, rounds: rounds, iterations: iterations,
        bare: { _ = bare_mac($0) },
        ours: { count in
            var letters = 0
            for index in 0..<count { letters += try signer.sign(claims[index & 1023]).utf8.count }
            precondition(letters == 56 * count)
        })
    return [verifying, signing]
}
