import Foundation
import TicketToken
import Ticketing

/// A token's claims on the page and in JSON; times as Unix seconds there, in UTC here: a token has no zone.
struct ClaimsView {
    let claims: TicketClaims

    var json: JSON {
        .object([
            ("suite", .string(claims.suite.name)), ("key", .int(claims.key)), ("event", .int(claims.event.rawValue)),
            ("serial", .int(claims.serial.rawValue)), ("code", .string(TicketCode(claims.serial).description)),
            ("type", .int(claims.type.rawValue)), ("admits", .int(claims.admits.rawValue)),
            ("issue", .int(claims.issue)), ("valid_from", .optional(claims.window.from?.seconds)),
            ("valid_until", .optional(claims.window.until?.seconds)),
        ])
    }

    var line: String {
        "\(TicketCode(claims.serial))  event \(claims.event)  type \(claims.type)  admits \(claims.admits)  "
            + "issue \(claims.issue)  key \(claims.key)"
    }

    var lines: [String] {
        [
            "suite      \(claims.suite.name)", "key        \(claims.key)", "event      \(claims.event)",
            "code       \(TicketCode(claims.serial))", "type       \(claims.type)", "admits     \(claims.admits)",
            "issue      \(claims.issue)", "valid from \(claims.window.from?.iso8601(in: .gmt) ?? "–")",
            "until      \(claims.window.until?.iso8601(in: .gmt) ?? "–")",
        ]
    }
}
