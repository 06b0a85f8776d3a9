import Cryptography
import TicketToken
import Ticketing

/// A ticket from Samples/tokens-v1.json, and the key that signed it. The key has signed no other ticket.
enum SampleTicket {
    private static let macKey = "2f6684c450920e3ef30531a85989d861e2b244299414df84f93e1ce3077e4e24"
    /// The token of the ticket. A live code can follow the token.
    static let text = "240000000400000004000000000FZZV9WQPAR3DS8R9G7YAB1RJH23D3"

    static func verifier() throws -> TokenVerifier {
        let digits = Array(macKey.utf8)
        guard let event = EventNumber(rawValue: 1), let secret = SecretBytes(hexadecimal: digits.span) else {
            throw FuzzFinding("the test data has no key")
        }
        return TokenVerifier(EventKeys(event: event, macKeys: [0: secret], liveKeys: [0: secret]))
    }

    static func claims() throws -> TicketClaims {
        guard case .success(let token) = UnverifiedToken.decode(Array(text.utf8).span) else {
            throw FuzzFinding("the test data has no ticket")
        }
        return token.claims
    }
}
