import Cryptography
import EventFixture
import Testing
import TicketToken
import Ticketing

extension Vectors {
    func ring(in folder: String) throws -> KeyRing {
        let secrets = try keys.map { (number: try #require(UInt8($0)), hexadecimal: $1) }
        return try TicketTokenTests.ring(secrets.sorted { $0.number < $1.number }, in: folder)
    }
}

@Suite("The token format’s test vectors")
struct VectorTests {
    let vectors: Vectors
    let folder: TemporaryFolder
    let ring: KeyRing

    init() throws {
        vectors = try Vectors.load()
        folder = try TemporaryFolder()
        ring = try vectors.ring(in: folder("keys"))
    }

    @Test("Every event key matches the test vectors")
    func derived() throws {
        #expect(!vectors.derived.isEmpty)
        for expected in vectors.derived {
            let key = try #require(ring.key(expected.key))
            let event = try #require(EventNumber(rawValue: expected.event))
            for (purpose, digits) in [
                (EventKeyPurpose.mac, expected.mac), (.ed25519, expected.ed25519), (.live, expected.live),
            ] {
                #expect(try digits == text(key.eventKey(purpose, of: event)))
            }
        }
    }

    @Test("Every valid token is accepted; signing its claims gives its canonical text without the live code")
    func accepted() throws {
        let verifier = TokenVerifier(ring)
        let signer = TicketSigner(ring)
        #expect(!vectors.accept.isEmpty)
        for expected in vectors.accept {
            let note = Comment(rawValue: expected.how ?? expected.token)
            let moment = expected.now.map { Instant(seconds: $0) }
            let ticket = try #require(try verifier.verify(expected.token, at: moment).ticket, note)
            let claims = ticket.claims
            #expect(Vectors.Claims(claims) == expected.claims, note)

            let token = try UnverifiedToken.decode(expected.token.utf8.span).get()
            #expect(token.claims == claims, note)
            #expect(token.canonicalEncoding == expected.canonical ?? expected.token, note)
            if let body = expected.body { #expect(Hexadecimal.text(Array(token.bytes.prefix(19))) == body, note) }
            #expect(token.canonicalEncoding.hasPrefix(try signer.encodedToken(ofIssued: claims)), note)

            if expected.now != nil { #expect(ticket.liveCode == .fresh, note) }
            if let moment, let code = expected.liveCode {
                let live = try signer.liveKey(of: claims)
                #expect(try live.code(at: moment) == code, note)
                #expect(try signer.encodedToken(ofIssued: claims) + code == expected.token, note)
                #expect(text(live.secret) == expected.liveKey, note)
            }
        }
    }

    @Test("Every invalid token is refused with its reason")
    func refused() throws {
        let verifier = TokenVerifier(ring)
        #expect(!vectors.refuse.isEmpty)
        for expected in vectors.refuse {
            let moment = expected.now.map { Instant(seconds: $0) }
            let event = try expected.event.map { try #require(EventNumber(rawValue: $0)) }
            let finding = try verifier.verify(expected.token, at: moment)
            let refusal = finding.refusal ?? finding.ticket?.refusal(event: event, at: moment)
            #expect(refusal?.name == expected.expect, Comment(rawValue: expected.why))
        }
    }
}

func text(_ secret: SecretBytes) -> String {
    secret.withBytes { bytes in Hexadecimal.text(bytes.indices.map { bytes[$0] }) }
}
