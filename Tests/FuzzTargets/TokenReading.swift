import TicketToken
import Ticketing

/// Reads any bytes as a token. Only a token with a valid signature is accepted.
enum TokenReading {
    static func run(_ bytes: [UInt8]) throws {
        let verification = try SampleTicket.verifier().verify(bytes: bytes.span, at: Instant(milliseconds: 0))
        let reading = UnverifiedToken.decode(bytes.span)
        switch (reading, verification) {
        case (.failure(let unreadable), .refused(let refusal)):
            guard unreadable.refusal == refusal else { throw FuzzFinding("decoder and verifier refuse differently") }
        case (.failure, .verified): throw FuzzFinding("verified an unreadable token")
        case (.success(let token), .verified(let ticket)):
            guard token.canonicalEncoding.hasPrefix(SampleTicket.text), ticket.claims == token.claims else {
                throw FuzzFinding("accepted an unsigned token: \(token.canonicalEncoding)")
            }
        case (.success(let token), .refused):
            // If a decoded token is encoded and decoded again, the result is the same token.
            let canonical = Array(token.canonicalEncoding.utf8)
            let again = UnverifiedToken.decode(canonical.span)
            guard case .success(let copy) = again, copy.bytes == token.bytes, copy.claims == token.claims else {
                throw FuzzFinding("\(token.canonicalEncoding) is decoded to another token")
            }
        }
    }
}
