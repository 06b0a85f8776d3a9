package import TicketToken
import Ticketing

/// A token's claims (the ticket's data in the token) as JSON. Times are Unix seconds, because a token has no time zone.
package struct TicketClaimsJSON {
    package let claims: TicketClaims

    package init(claims: TicketClaims) {
        self.claims = claims
    }

    package var json: JSON {
        .object([
            ("suite", .string(claims.suite.name)), ("key", .int(claims.key)), ("event", .int(claims.event.rawValue)),
            ("serial", .int(claims.serial.rawValue)), ("code", .string(TicketCode(claims.serial).description)),
            ("type", .int(claims.type.rawValue)), ("admits", .int(claims.admits.rawValue)),
            ("issue", .int(claims.issue)), ("valid_from", .optional(claims.window.from?.seconds)),
            ("valid_until", .optional(claims.window.until?.seconds)),
        ])
    }
}
