import EventFixture
import Testing
import TicketToken
import Ticketing

@Suite("Examples from the documentation")
struct ExampleTests {
    @Test("The example code in the documentation of TokenVerifier verifies a token")
    func threeLines() throws {
        let temporary = try TemporaryFolder()
        let folder = temporary("keys")
        let claims = try #require(EventNumber(rawValue: 7)).firstTicket()
        let scanned = try TicketSigner(ringOfOne(in: folder)).sign(claims)

        let ring = try KeyRing.open(at: folder)
        let verifier = TokenVerifier(ring)
        let finding = try verifier.verify(scanned)

        #expect(finding == .verified(try #require(finding.ticket)))
        #expect(finding.ticket?.claims == claims)
    }
}

extension EventNumber {
    fileprivate func firstTicket() throws -> TicketClaims {
        TicketClaims(
            suite: .hmac, key: 1, event: self, serial: try #require(Serial(rawValue: 1)),
            type: try #require(TicketTypeNumber(rawValue: 0)))
    }
}
