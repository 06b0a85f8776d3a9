import Cryptography
import Foundation
import Testing
import TicketToken
import Ticketing

/// Samples/tokens-v1.json, made by an independent implementation.
struct Vectors: Decodable {
    struct Derived: Decodable {
        let key: UInt8
        let event: UInt32
        let mac: String
        let ed25519: String
        let live: String

        enum CodingKeys: String, CodingKey {
            case key, event
            case mac = "event-mac"
            case ed25519 = "event-ed25519"
            case live = "event-live"
        }
    }

    struct Accepted: Decodable {
        let token: String
        let claims: Claims
        let body: String?
        let canonical: String?
        let how: String?
        let now: Int64?
        let liveKey: String?
        let liveCode: String?

        enum CodingKeys: String, CodingKey {
            case token, claims, body, canonical, how, now
            case liveKey = "live_key"
            case liveCode = "live_code"
        }
    }

    struct Claims: Codable, Equatable {
        let suite: String
        let key: UInt8
        let event: UInt32
        let serial: UInt64
        let type: UInt16
        let admits: UInt8
        let issue: UInt8
        let validFrom: Int64?
        let validUntil: Int64?

        enum CodingKeys: String, CodingKey {
            case suite, key, event, serial, type, admits, issue
            case validFrom = "valid_from"
            case validUntil = "valid_until"
        }
    }

    struct Refused: Decodable {
        let token: String
        let expect: String
        let why: String
        let now: Int64?
        let event: UInt32?
    }

    let keys: [String: String]
    let derived: [Derived]
    let accept: [Accepted]
    let refuse: [Refused]

    static func load() throws -> Vectors {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let data = try Data(contentsOf: root.appendingPathComponent("Samples/tokens-v1.json"))
        return try JSONDecoder().decode(Vectors.self, from: data)
    }

    func ring(in folder: String) throws -> KeyRing {
        let secrets = try keys.map { (number: try #require(UInt8($0)), hexadecimal: $1) }
        return try TicketTokenTests.ring(secrets.sorted { $0.number < $1.number }, in: folder)
    }
}

@Suite("The format’s vectors")
struct VectorTests {
    let vectors: Vectors
    let folder: TemporaryFolder
    let ring: KeyRing

    init() throws {
        vectors = try Vectors.load()
        folder = try TemporaryFolder()
        ring = try vectors.ring(in: folder("keys"))
    }

    @Test("Every event key is derived as the vectors have it")
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

    @Test("Every token to accept is accepted with its claims, and is written again letter for letter")
    func accepted() throws {
        let verifier = TokenVerifier(ring)
        let signer = TicketSigner(ring)
        #expect(!vectors.accept.isEmpty)
        for expected in vectors.accept {
            let note = Comment(rawValue: expected.how ?? expected.token)
            let moment = expected.now.map { Instant(seconds: $0) }
            let ticket = try #require(try verifier.verify(expected.token, at: moment).ticket, note)
            let claims = ticket.claims
            let encoded = try JSONDecoder().decode(Vectors.Claims.self, from: JSONEncoder().encode(claims))
            #expect(encoded == expected.claims, note)

            let token = try UnverifiedToken.read(expected.token.utf8.span).get()
            #expect(token.claims == claims, note)
            #expect(token.canonicalText == expected.canonical ?? expected.token, note)
            if let body = expected.body { #expect(Hexadecimal.text(Array(token.bytes.prefix(19))) == body, note) }
            #expect(token.canonicalText.hasPrefix(try signer.text(ofIssued: claims)), note)

            if expected.now != nil { #expect(ticket.liveCode == .fresh, note) }
            if let moment, let code = expected.liveCode {
                let live = try signer.liveKey(of: claims)
                #expect(try live.code(at: moment) == code, note)
                #expect(try signer.text(ofIssued: claims) + code == expected.token, note)
                #expect(text(live.secret) == expected.liveKey, note)
            }
        }
    }

    @Test("Every token to refuse is refused for its reason")
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
