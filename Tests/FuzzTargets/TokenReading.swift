import TicketToken
import Ticketing

/// Whatever is read as a token, and whatever verifies: nothing but what was signed.
enum TokenReading {
    static func run(_ bytes: [UInt8]) throws {
        let verification = try SampleTicket.verifier().verify(bytes: bytes.span, at: Instant(milliseconds: 0))
        let reading = UnverifiedToken.decode(bytes.span)
        switch (reading, verification) {
        case (.failure(let unreadable), .refused(let refusal)):
            guard unreadable.refusal == refusal else { throw FuzzFinding("two refusals of one text") }
        case (.failure, .verified): throw FuzzFinding("verified what can't be read")
        case (.success(let token), .verified(let ticket)):
            guard token.canonicalEncoding.hasPrefix(SampleTicket.text), ticket.claims == token.claims else {
                throw FuzzFinding("accepted what nobody signed: \(token.canonicalEncoding)")
            }
        case (.success(let token), .refused):
            // What can be read is read back the same from its one text.
            let canonical = Array(token.canonicalEncoding.utf8)
            let again = UnverifiedToken.decode(canonical.span)
            guard case .success(let copy) = again, copy.bytes == token.bytes, copy.claims == token.claims else {
                throw FuzzFinding("\(token.canonicalEncoding) does not read back")
            }
        }
    }
}
