import EventFixture
import Testing
import TicketToken
import Ticketing

@Suite("Live codes")
struct LiveCodeTests {
    let temporary: TemporaryFolder
    let signer: TicketSigner
    let verifier: TokenVerifier

    init() throws {
        temporary = try TemporaryFolder()
        let ring = try ringOfOne(in: temporary("keys"))
        signer = TicketSigner(ring)
        verifier = TokenVerifier(ring)
    }

    @Test(
        "A live code is fresh in its step of 30 seconds and in the steps before and after, and stale at other times",
        arguments: [Ticketing.Suite.hmac, .ed25519])
    func steps(_ suite: Ticketing.Suite) throws {
        var generator = SeededGenerator(seed: 1)
        let claims = try randomClaims(suite, key: 1, using: &generator)
        let text = try signer.sign(claims) + signer.liveKey(of: claims).code(at: noon)
        #expect(text.utf8.count == (suite == .hmac ? 61 : 138))
        for off in -12...12 {
            // If `off` is negative, the verifier's clock is ahead, so the code is old.
            let finding = try verifier.verify(text, at: noon.advanced(bySeconds: Int64(-30 * off)))
            switch abs(off) {
            case 0...1: #expect(finding.ticket?.liveCode == .fresh)
            case 2...10: #expect(finding.refusal == .staleCode(stepsOff: off))
            default: #expect(finding.refusal == .staleCode(stepsOff: nil))
            }
        }
    }

    @Test("A live code stays the same for a step of exactly half a minute")
    func edges() throws {
        let claims = try someClaims(issue: 0)
        let live = try signer.liveKey(of: claims)
        let code = try live.code(at: Instant(milliseconds: 1_800_000_000_000))
        #expect(try live.code(at: Instant(milliseconds: 1_800_000_029_999)) == code)
        #expect(try live.code(at: Instant(milliseconds: 1_800_000_030_000)) != code)
        #expect(try live.code(at: Instant(milliseconds: 1_799_999_999_999)) != code)
    }

    @Test("Live codes exist only from 1970 on, because their steps are counted from that year")
    func beginning() throws {
        let claims = try someClaims(issue: 0)
        let live = try signer.liveKey(of: claims)
        let zero = Instant(seconds: 0)
        let text = try signer.sign(claims) + live.code(at: zero)
        #expect(try verifier.verify(text, at: zero).ticket?.liveCode == .fresh)
        #expect(try verifier.verify(text, at: Instant(milliseconds: -1)).ticket?.liveCode == .fresh)
        #expect(try verifier.verify(text, at: Instant(seconds: -31)).refusal == .staleCode(stepsOff: 2))
        #expect(try verifier.verify(text, at: Instant(milliseconds: .min)).refusal == .staleCode(stepsOff: nil))
        #expect(try verifier.verify(text, at: Instant(milliseconds: .max)).refusal == .staleCode(stepsOff: nil))
        #expect(throws: SigningError.beforeLiveCodes) { try live.code(at: Instant(milliseconds: -1)) }
    }

    @Test("A reissue invalidates the live codes of the previous issue")
    func reissue() throws {
        let old = try signer.liveKey(of: someClaims(issue: 0))
        let text = try signer.sign(someClaims(issue: 1)) + old.code(at: noon)
        #expect(try verifier.verify(text, at: noon).refusal == .staleCode(stepsOff: nil))
    }

    @Test("If the caller gives no time, a live code is not checked; with a time, a missing code is reported")
    func unjudged() throws {
        let text = try signer.sign(someClaims(issue: 0))
        #expect(try verifier.verify(text + "00000").ticket?.liveCode == .notChecked)
        #expect(try verifier.verify(text, at: noon).ticket?.liveCode == .absent)
    }

    private func someClaims(issue: UInt8) throws -> TicketClaims {
        TicketClaims(
            suite: .hmac, key: 1, event: try #require(EventNumber(rawValue: 5)),
            serial: try #require(Serial(rawValue: 6)), type: try #require(TicketTypeNumber(rawValue: 7)), issue: issue)
    }
}
