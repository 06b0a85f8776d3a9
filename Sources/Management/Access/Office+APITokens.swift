import Store
public import Ticketing

extension Office {
    /// Makes what a program acts with: as this user, within the scopes. A narrowed office makes none.
    ///
    /// - Parameters:
    ///   - event: nil is every event of the organizer.
    ///   - name: what it is for.
    ///   - expires: nil is until it is revoked.
    /// - Returns: the secret, which is told once, and what is kept of it.
    public func makeAPIToken(
        _ scopes: Set<APIToken.Scope>, named name: String, of organizer: Organizer, event: Event? = nil,
        expires: Instant? = nil
    ) throws -> (secret: AccessSecret, token: APIToken) {
        let now = now()
        var faults = FieldFaults()
        faults.demand(text: name, "name", atMost: APIToken.longestName)
        faults.demand(!scopes.isEmpty, "scopes", APIToken.Scope.allCases.map(\.rawValue).joined(separator: ", "))
        faults.demand(expires.map { $0 > now } ?? true, "expires", "a moment to come")
        guard faults.all.isEmpty else { throw ManagementError.invalid(faults.all) }
        let secret = try AccessSecret()
        return try perform(.makeAPIToken, in: organizer.number) { work in
            // What was lent is not lent on: it would outlive the loan.
            try demandNoGrant(for: .makeAPIToken)
            if let event, try work.connection.events.organizer(of: event.number) != organizer.number {
                throw ManagementError.unknownEvent("\(event.number)", known: [])
            }
            var random = SystemRandomNumberGenerator()
            let token = APIToken(
                id: .random(using: &random), organizer: organizer.number, event: event?.number, scopes: scopes,
                name: name, madeBy: user.id, created: work.now, expires: expires)
            try work.connection.apiTokens.add(token, hash: secret.hash)
            try work.record(AuditSubject(.token, token.id), of: token.event, after: token.auditFields)
            return (secret, token)
        }
    }

    /// What programs of an organizer act with, by when it was made: also what is over.
    public func apiTokens(of organizer: Organizer) throws -> [APIToken] {
        try look(.showAPITokens, in: organizer.number) { try $0.apiTokens.all(of: organizer.number) }
    }

    /// Ends what a program acts with, at once. What has ended stays as it is.
    ///
    /// - Throws: `ManagementError.unknownAPIToken`.
    public func revokeAPIToken(_ id: APITokenID, of organizer: Organizer) throws {
        try perform(.revokeAPIToken, in: organizer.number) { work in
            guard let token = try work.connection.apiTokens.with(id: id, of: organizer.number) else {
                throw ManagementError.unknownAPIToken(id)
            }
            guard try work.connection.apiTokens.revoke(id, of: organizer.number, at: work.now) else { return }
            try work.record(AuditSubject(.token, id), of: token.event, after: ["revoked": work.now.auditText])
        }
    }
}

extension APIToken {
    fileprivate var auditFields: AuditFields {
        AuditFields(present: [
            ("name", name), ("scopes", scopes.sorted().map(\.rawValue).joined(separator: " ")),
            ("expires", expires?.auditText),
        ])
    }
}
