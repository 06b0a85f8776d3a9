import EventFixture
import Testing
import TicketToken
import Ticketing

@Suite("Altered tokens", .slow)
struct MutationTests {
    /// The letters of tokens, in the order of their values.
    static let alphabet = Crockford.alphabet

    @Test(
        "A token with a flipped bit, a changed letter or a truncation at any position is refused",
        arguments: [(Ticketing.Suite.hmac, 500), (.hmac, 500), (.ed25519, 10), (.ed25519, 10)])
    func altered(suite: Ticketing.Suite, count: Int) async throws {
        var generator = SeededGenerator(for: "every change of a token")
        let folder = try TemporaryFolder()
        let ring = try ringOfOne(in: folder("keys"))
        let signer = TicketSigner(ring)
        let verifier = TokenVerifier(ring)
        for _ in 0..<count {
            let text = Array(try signer.sign(randomClaims(suite, key: 1, using: &generator)).utf8)
            try #require(try verifier.verify(raw: text).ticket != nil, "seed \(generator.seed)")
            let accepted = try Self.firstAccepted(among: text, verifier)
            #expect(accepted == nil, "seed \(generator.seed)")
        }
    }

    /// A text that describes the first accepted alteration; nil if every alteration is refused.
    private static func firstAccepted(among text: [UInt8], _ verifier: TokenVerifier) throws -> String? {
        var altered = text
        for index in text.indices {
            // Tries the 31 other letters at this position. They include each letter that a flip of one bit can give.
            for letter in alphabet where letter != text[index] {
                altered[index] = letter
                if case .verified = try verifier.verify(bytes: altered.span) {
                    return String(decoding: altered, as: UTF8.self)
                }
            }
            altered[index] = text[index]
        }
        for length in 0..<text.count {
            if case .verified = try verifier.verify(bytes: text.span.extracting(first: length)) {
                return "cut at \(length)"
            }
            if case .verified = try verifier.verify(bytes: text.span.extracting(last: length)) {
                return "last \(length)"
            }
        }
        return nil
    }

    @Test("A letter with one flipped bit is another letter of the alphabet")
    func bitsAreLetters() {
        for value in 0..<32 {
            for bit in 0..<5 { #expect(Self.alphabet.contains(Self.alphabet[value ^ 1 << bit])) }
        }
    }

    @Test("Random bytes never crash the verifier and are never accepted")
    func garbage() throws {
        var generator = SeededGenerator(for: "random bytes")
        let folder = try TemporaryFolder()
        let verifier = TokenVerifier(try ringOfOne(in: folder("keys")))
        for _ in 0..<20_000 {
            let length = [0, 1, 2, 47, 48, 55, 56, 57, 61, 133, 138, 255, 256, 257].randomElement(using: &generator)
            let input = (0..<(length ?? 0)).map { _ in UInt8.random(in: 0...255, using: &generator) }
            #expect(try verifier.verify(raw: input).refusal == .malformed, "seed \(generator.seed)")
            _ = UnknownInput(input.span)
        }
    }

    @Test("Random letters never crash the verifier and are never accepted")
    func randomLetters() throws {
        var generator = SeededGenerator(for: "random letters")
        let folder = try TemporaryFolder()
        let verifier = TokenVerifier(try ringOfOne(in: folder("keys")))
        for _ in 0..<5_000 {
            let length = [1, 2, 47, 48, 56, 61, 133, 138, 256].randomElement(using: &generator) ?? 56
            var input = (0..<length).map { _ in Self.alphabet.randomElement(using: &generator) ?? 0 }
            // Half of the texts begin like real tokens, to pass the version check.
            if Bool.random(using: &generator) {
                input.replaceSubrange(0..<min(2, length), with: bytes("24").prefix(length))
            }
            let finding = try verifier.verify(raw: input, at: noon)
            #expect(finding.ticket == nil, "seed \(generator.seed)")
            _ = UnknownInput(input.span)
        }
    }

    @Test("If a token is read in lowercase, with spaces or in a link, its claims are encoded to the same token again")
    func canonical() throws {
        var generator = SeededGenerator(for: "encoded to the same letters")
        let folder = try TemporaryFolder()
        let ring = try ringOfOne(in: folder("keys"))
        let signer = TicketSigner(ring)
        let verifier = TokenVerifier(ring)
        for turn in 0..<400 {
            let claims = try randomClaims(turn % 8 == 0 ? .ed25519 : .hmac, key: 1, using: &generator)
            let text = try signer.sign(claims)
            for disguise in [text, text.lowercased(), " \t\(text)\r\n", "]Q3\\000026https://a.example/t/\(text)"] {
                let ticket = try #require(try verifier.verify(disguise).ticket, "seed \(generator.seed)")
                #expect(ticket.claims == claims, "seed \(generator.seed)")
                #expect(try signer.encodedToken(ofIssued: ticket.claims) == text, "seed \(generator.seed)")
                #expect(try UnverifiedToken.decode(disguise.utf8.span).get().canonicalEncoding == text)
            }
        }
    }
}
