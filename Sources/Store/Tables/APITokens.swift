public import Ticketing

extension StoreConnection {
    public var apiTokens: APITokens { APITokens(connection: self) }
}

/// The tokens with which programs use the HTTP API. The store has only the hash of a token's secret, and finds the
/// token by this hash.
public struct APITokens {
    let connection: any StoreConnection

    private static let columns = "id, organizer, event, scopes, name, made_by, created, expires, seen, revoked"

    public func add(_ token: APIToken, hash: [UInt8]) throws {
        try connection.execute(
            """
            INSERT INTO api_token (hash, \(APITokens.columns))
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
            """,
            [
                .blob(hash), .int(token.id.rawValue), .int(token.organizer.rawValue),
                .optional(token.event?.rawValue), .text(token.scopes.sorted().map(\.rawValue).joined(separator: " ")),
                .text(token.name), .int(token.madeBy.rawValue), .instant(token.created), .optional(token.expires),
                .optional(token.seen), .optional(token.revoked),
            ])
    }

    /// Finds a token, even an expired or revoked one.
    public func with(hash: [UInt8]) throws -> APIToken? {
        try connection.first(
            "SELECT \(APITokens.columns) FROM api_token WHERE hash = $1", [.blob(hash)], APITokens.token)
    }

    public func with(id: APITokenID, of organizer: OrganizerNumber) throws -> APIToken? {
        try connection.first(
            "SELECT \(APITokens.columns) FROM api_token WHERE id = $1 AND organizer = $2",
            [.int(id.rawValue), .int(organizer.rawValue)], APITokens.token)
    }

    /// The tokens of an organizer, oldest first.
    public func all(of organizer: OrganizerNumber) throws -> [APIToken] {
        try connection.all(
            "SELECT \(APITokens.columns) FROM api_token WHERE organizer = $1 ORDER BY created, id",
            [.int(organizer.rawValue)], APITokens.token)
    }

    /// Records the time at which a token was used.
    public func recordUse(hash: [UInt8], seenAt now: Instant) throws {
        try connection.execute(
            "UPDATE api_token SET seen = $1 WHERE hash = $2 AND (seen IS NULL OR seen < $3)",
            [.instant(now), .blob(hash), .instant(now)])
    }

    /// Revokes a token. Returns false if the token was already revoked or does not exist.
    public func revoke(_ id: APITokenID, of organizer: OrganizerNumber, at now: Instant) throws -> Bool {
        try connection.execute(
            "UPDATE api_token SET revoked = $1 WHERE id = $2 AND organizer = $3 AND revoked IS NULL",
            [.instant(now), .int(id.rawValue), .int(organizer.rawValue)]) == 1
    }

    private static func token(_ row: any SQLRow) throws -> APIToken {
        let scopes = try row.text(3).split(separator: " ").map { name in
            guard let scope = APIToken.Scope(rawValue: String(name)) else {
                throw InvalidColumnValue(column: 3, value: String(name), kind: "scope")
            }
            return scope
        }
        return try APIToken(
            id: try row.value(0), organizer: try row.value(1), event: row.isNull(2) ? nil : try row.value(2),
            scopes: Set(scopes), name: row.text(4), madeBy: try row.value(5), created: try row.instant(6),
            expires: try row.optionalInstant(7)
        ).with {
            $0.seen = try row.optionalInstant(8)
            $0.revoked = try row.optionalInstant(9)
        }
    }
}
