import TicketToken
import Ticketing

/// Any bytes as a token: only signed tokens verify.
enum TokenReading {
    static func run(_ bytes: [UInt8]) throws {
        let verification = try SampleTicket.verifier().verify(bytes: bytes.span, at: Instant(milliseconds: 0))
        let reading = UnverifiedToken.decode(bytes.span)
        switch (reading, verification) {
        case (.failure(let unreadable), .refused(let refusal)):
            guard unreadable.refusal == refusal else { throw FuzzFinding("two different refusals of one text") }
        case (.failure, .verified): throw FuzzFinding("verified an unreadable token")
        case (.success(let token), .verified(let ticket)):
            guard token.canonicalEncoding.hasPrefix(SampleTicket.text), ticket.claims == token.claims else {
                throw FuzzFinding("accepted an unsigned token: \(token.canonicalEncoding)")
            }
        case (.success(let token), .refused):
            // A decoded token encodes and decodes to the same token.
            let canonical = Array(token.canonicalEncoding.utf8)
            let again = UnverifiedToken.decode(canonical.span)
            guard case .success(let copy) = again, copy.bytes == token.bytes, copy.claims == token.claims else {
                throw FuzzFinding("\(token.canonicalEncoding) is not read back")
            }
        }
    }
}
