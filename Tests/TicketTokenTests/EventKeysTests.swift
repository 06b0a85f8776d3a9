import EventFixture
import Cryptography
import Testing
import TicketToken
import Ticketing

@Suite("A gate with one event’s keys")
struct EventKeysTests {
    let temporary: TemporaryFolder
    let ring: KeyRing
    let event: EventNumber

    init() throws {
        temporary = try TemporaryFolder()
        ring = try ringOfOne(in: temporary("keys"))
        event = try #require(EventNumber(rawValue: 5))
    }

    @Test(
        "A gate with one event’s keys verifies that event's tickets and live codes",
        arguments: Ticketing.Suite.allCases)
    func ownEvent(_ suite: Ticketing.Suite) throws {
        let signer = TicketSigner(ring)
        let gate = try TokenVerifier(ring.eventKeys(of: event, suite: suite))
        let claims = try claims(suite, event)
        let text = try signer.sign(claims)
        #expect(try gate.verify(text).ticket?.claims == claims)
        let code = try signer.liveKey(of: claims).code(at: noon)
        #expect(try gate.verify(text + code, at: noon).ticket?.liveCode == .fresh)
        #expect(try gate.verify(text + code, at: noon.advanced(bySeconds: 90)).refusal == .staleCode(stepsOff: -3))
    }

    @Test("A ticket of another event or suite is refused as “unknown key”, and a forged ticket as “bad signature”")
    func others() throws {
        let signer = TicketSigner(ring)
        let gate = try TokenVerifier(ring.eventKeys(of: event, suite: .hmac))
        let other = try #require(EventNumber(rawValue: 6))
        #expect(try gate.verify(signer.sign(claims(.hmac, other))).refusal == .unknownKey(1))
        #expect(try gate.verify(signer.sign(claims(.ed25519, event))).refusal == .unknownKey(1))
        let text = try signer.sign(claims(.hmac, event))
        let forged = text.dropLast() + (text.hasSuffix("0") ? "1" : "0")
        #expect(try gate.verify(String(forged)).refusal == .badSignature)
    }

    @Test("Without the event's key for live codes, a live code is not checked")
    func withoutLiveKey() throws {
        let keys = EventKeys(event: event, macKeys: [1: try #require(ring.key(1)).eventKey(.mac, of: event)])
        let text = try TicketSigner(ring).sign(claims(.hmac, event))
        #expect(try TokenVerifier(keys).verify(text + "00000", at: noon).ticket?.liveCode == .notChecked)
    }

    @Test("The keys that a gate receives for an event do not include retired keys")
    func retired() throws {
        var ring = ring
        try ring.retire(1, at: noon)
        let keys = try ring.eventKeys(of: event, suite: .hmac)
        #expect(keys.macKeys.isEmpty && keys.publicKeys.isEmpty && keys.liveKeys.isEmpty)
    }

    @Test("A token's digest in a list pack depends on the body and signature, not on the letter case or live code")
    func listed() throws {
        let hasher = try SHA256Hasher()
        let text = try TicketSigner(ring).sign(claims(.hmac, event))
        let token = try UnverifiedToken.decode(text.utf8.span).get()
        let disguised = try UnverifiedToken.decode("/\(text.lowercased())00000".utf8.span).get()
        #expect(try token.listedDigest(hasher) == disguised.listedDigest(hasher))
        #expect(try token.listedDigest(hasher).count == 16)
        let expected = try SHA256.digest(bytes("eventpass/v1/listed") + token.bytes).prefix(16)
        #expect(try token.listedDigest(hasher) == Array(expected))
    }

    private func claims(_ suite: Ticketing.Suite, _ event: EventNumber) throws -> TicketClaims {
        TicketClaims(
            suite: suite, key: 1, event: event, serial: try #require(Serial(rawValue: 6)),
            type: try #require(TicketTypeNumber(rawValue: 7)))
    }
}
