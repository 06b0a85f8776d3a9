import Presenting
import Ticketing

extension TicketClaimsJSON {
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
