import Cryptography
import TicketToken
import Ticketing

/// Whatever is read as a token, and whatever verifies: nothing but what was signed.
enum TokenReading {
    /// The key and a token of Samples/tokens-v1.json.
    private static let macKey = "2f6684c450920e3ef30531a85989d861e2b244299414df84f93e1ce3077e4e24"
    private static let signed = "240000000400000004000000000FZZV9WQPAR3DS8R9G7YAB1RJH23D3"

    static func run(_ bytes: [UInt8]) throws {
        let digits = Array(macKey.utf8)
        let secret = SecretBytes(hexadecimal: digits.span)
        guard let event = EventNumber(rawValue: 1), let secret else { throw FuzzFinding("the harness has no key") }
        let verifier = TokenVerifier(EventKeys(event: event, macKeys: [0: secret], liveKeys: [0: secret]))
        let verification = try verifier.verify(bytes: bytes.span, at: Instant(milliseconds: 0))
        let reading = UnverifiedToken.read(bytes.span)
        switch (reading, verification) {
        case (.failure(let unreadable), .refused(let refusal)):
            guard unreadable.refusal == refusal else { throw FuzzFinding("two refusals of one text") }
        case (.failure, .verified): throw FuzzFinding("verified what can't be read")
        case (.success(let token), .verified(let ticket)):
            guard token.canonicalText.hasPrefix(signed), ticket.claims == token.claims else {
                throw FuzzFinding("accepted what nobody signed: \(token.canonicalText)")
            }
        case (.success(let token), .refused):
            // What can be read is read back the same from its one text.
            let canonical = Array(token.canonicalText.utf8)
            let again = UnverifiedToken.read(canonical.span)
            guard case .success(let copy) = again, copy.bytes == token.bytes, copy.claims == token.claims else {
                throw FuzzFinding("\(token.canonicalText) does not read back")
            }
        }
    }
}
