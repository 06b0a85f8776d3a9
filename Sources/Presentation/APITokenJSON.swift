package import Ticketing

/// An API token as JSON, without its secret.
package struct APITokenJSON {
    private let token: APIToken
    private let now: Instant

    package init(token: APIToken, now: Instant) {
        self.token = token
        self.now = now
    }

    package var json: JSON {
        .object([
            ("id", .string("\(token.id)")), ("name", .string(token.name)),
            ("state", .string(token.state(at: now).rawValue)),
            ("scopes", .array(token.scopes.sorted().map { .string($0.rawValue) })),
            ("event", .optional(token.event?.rawValue)), ("made_by", .int(token.madeBy.rawValue)),
            ("created", time(token.created)), ("expires", time(token.expires)), ("seen", time(token.seen)),
            ("revoked", time(token.revoked)),
        ])
    }

    private func time(_ instant: Instant?) -> JSON { .optional(instant?.iso8601(in: .gmt)) }
}
