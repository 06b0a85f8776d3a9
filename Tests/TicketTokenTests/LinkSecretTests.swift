import EventFixture
import Testing
import TicketToken
import Ticketing

/// A link secret is the secret part of a link to a ticket or an order.
@Suite("Link secrets")
struct LinkSecretTests {
    private let folder: TemporaryFolder
    private let ring: KeyRing

    init() throws {
        folder = try TemporaryFolder()
        ring = try ringOfOne(in: folder("keys"))
    }

    @Test("Link secrets for a ticket and an order match those of an independent implementation")
    func vectors() throws {
        let signer = TicketSigner(ring)
        let event = try #require(EventNumber(rawValue: 0xCAFE_BABE))
        let claims = try TicketClaims(
            suite: .hmac, key: 1, event: event, serial: #require(Serial(rawValue: 0x12_3456_789A)),
            type: #require(TicketTypeNumber(rawValue: 3)), admits: .one, issue: 7, window: .always)
        #expect(try signer.linkSecret(of: claims).text == "6dd3b469c1729e12d27c6031af22fad7")
        let order = try #require(OrderNumber(rawValue: 0x0102_0304))
        #expect(try signer.linkSecret(of: order, event: event, key: 1).text == "2d0735a40744d02b5212c4176d00dfa7")
    }

    @Test("A link secret matches only its ticket, issue, event and key")
    func others() throws {
        var generator = SeededGenerator(for: "links")
        var second = ring
        try second.generate(at: noon)
        let signer = TicketSigner(second)
        let claims = try randomClaims(.ed25519, key: 1, using: &generator)
        let own = try signer.linkSecret(of: claims)
        var changes: [TicketClaims] = []
        for key in [UInt8(1), 2] {
            for issue in [claims.issue, claims.issue &+ 1] {
                for event in [claims.event, .random(using: &generator)] {
                    for serial in [claims.serial, .random(using: &generator)] {
                        changes.append(
                            TicketClaims(
                                suite: claims.suite, key: key, event: event, serial: serial, type: claims.type,
                                admits: claims.admits, issue: issue, window: claims.window))
                    }
                }
            }
        }
        let same = try changes.filter { try signer.linkSecret(of: $0).matches(own) }
        #expect(same == [claims])
        #expect(try Set(changes.map { try signer.linkSecret(of: $0).text }).count == changes.count)
    }

    @Test("A ticket's link secret differs from its live key, and the link secret's description is redacted")
    func otherPurpose() throws {
        var generator = SeededGenerator(for: "a ticket with live codes")
        let claims = try randomClaims(.hmac, key: 1, using: &generator)
        let secret = try TicketSigner(ring).linkSecret(of: claims).text
        let live = try TicketSigner(ring).liveKey(of: claims)
        #expect(!live.secret.withBytes { bytes in bytes.indices.map { bytes[$0] } }.starts(with: bytes(secret)))
        #expect("\(try TicketSigner(ring).linkSecret(of: claims))" == "LinkSecret(redacted)")
    }

    @Test(
        "A malformed secret is rejected",
        arguments: ["", "6dd3", "6dd3b469c1729e12d27c6031af22fad", "6dd3b469c1729e12d27c6031af22fad7a", "é"])
    func unreadable(text: String) {
        #expect(LinkSecret(text: text) == nil)
        #expect(LinkSecret(text: "\(text)".uppercased()) == nil)
    }
}
