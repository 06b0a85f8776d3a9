import Languages
import Store
public import Ticketing

/// Creates, lists and revokes the API tokens of an organizer.
public struct APITokenService: Sendable {
    let services: ManagementServices

    /// Creates an API token. With the token, a program acts as the current user, but only within the given scopes.
    /// Devices and API clients cannot create tokens, because a new token could outlive their own access.
    ///
    /// - Parameters:
    ///   - event: the only event for which the token is valid; nil for every event of the organizer.
    ///   - name: a text that tells people the token's purpose.
    ///   - expires: the time at which the token expires; nil for a token that is valid until it is revoked.
    /// - Returns: the secret, which is not stored and cannot be shown again, and the stored token.
    public func createAPIToken(
        _ scopes: Set<APIToken.Scope>, named name: String, of organizer: Organizer, event: Event? = nil,
        expires: Instant? = nil
    ) throws -> (secret: AccessSecret, token: APIToken) {
        let now = services.now()
        var faults = FieldFaults()
        faults.require(text: name, "name", atMost: APIToken.longestName)
        if scopes.isEmpty {
            let all = APIToken.Scope.allCases.map(\.rawValue).joined(separator: ", ")
            faults.add([FieldFault("scopes", .verbatim(all))])
        }
        faults.require(expires.map { $0 > now } ?? true, "expires", FaultSentence.timeInTheFuture)
        guard faults.all.isEmpty else { throw ManagementError.invalid(faults.all) }
        let secret = try AccessSecret()
        return try services.perform(.makeAPIToken, in: organizer.number) { work in
            try services.requireUnrestricted(for: .makeAPIToken)
            if let event, try work.connection.events.organizer(of: event.number) != organizer.number {
                throw ManagementError.unknownEvent("\(event.number)", known: [])
            }
            var random = SystemRandomNumberGenerator()
            let token = APIToken(
                id: .random(using: &random), organizer: organizer.number, event: event?.number, scopes: scopes,
                name: name, madeBy: services.user.id, created: work.now, expires: expires)
            try work.connection.apiTokens.add(token, hash: secret.hash)
            try work.record(AuditSubject(.token, token.id), of: token.event, after: token.auditFields)
            return (secret, token)
        }
    }

    /// The API tokens of an organizer, sorted by creation time. Expired and revoked tokens are included.
    public func apiTokens(of organizer: Organizer) throws -> [APIToken] {
        try services.read(.showAPITokens, in: organizer.number) { try $0.apiTokens.all(of: organizer.number) }
    }

    /// Revokes an API token immediately. Does nothing if the token is already revoked or has expired.
    ///
    /// - Throws: `ManagementError.unknownAPIToken` if the organizer has no token with this id.
    public func revokeAPIToken(_ id: APITokenID, of organizer: Organizer) throws {
        try services.perform(.revokeAPIToken, in: organizer.number) { work in
            guard let token = try work.connection.apiTokens.with(id: id, of: organizer.number) else {
                throw ManagementError.unknownAPIToken(id)
            }
            guard try work.connection.apiTokens.revoke(id, of: organizer.number, at: work.now) else { return }
            try work.record(AuditSubject(.token, id), of: token.event, after: ["revoked": work.now.auditValue])
        }
    }
}

extension APIToken {
    fileprivate var auditFields: AuditFields {
        AuditFields(present: [
            ("name", name), ("scopes", scopes.sorted().map(\.rawValue).joined(separator: " ")),
            ("expires", expires?.auditValue),
        ])
    }
}
