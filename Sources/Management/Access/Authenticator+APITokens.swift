import Cryptography
import Store
public import Ticketing

extension Authenticator {
    /// The services for an API client. The client has the rights of the user who created the token, limited to the
    /// token's scopes. Nil if the token has been revoked or has expired.
    public func services(ofToken secret: AccessSecret) throws -> (services: ManagementServices, token: APIToken)? {
        let now = now()
        let found = try store.read { connection -> (user: User, token: APIToken)? in
            guard let token = try connection.apiTokens.with(hash: secret.hash), !token.isInvalid(at: now),
                let user = try connection.users.with(id: token.madeBy)
            else { return nil }
            return (user, token)
        }
        guard let (user, token) = found else { return nil }
        try recordLastSeen(
            seen: token.seen ?? token.created.advanced(bySeconds: -Authenticator.lastSeenResolutionSeconds), at: now
        ) {
            try $0.apiTokens.recordUse(hash: secret.hash, seenAt: now)
        }
        let grant = Grant(
            organizer: token.organizer, event: token.event,
            rights: Set(token.scopes.map(\.right)), impliedRights: [APIToken.Scope.read.right])
        return (ManagementServices(user: user, store: store, now: self.now).narrowed(to: grant), token)
    }

    /// The state of an API request that carries an idempotency key.
    public enum RequestState: Sendable {
        /// The key is new. The caller must execute the request, and record its changes under this change id.
        case new(ChangeID)
        /// The request was already executed. The value is its stored answer.
        case answered(IdempotentRequest.StoredResponse)
        /// The client has already used the key for a different request.
        case keyReused
        /// The same request is still in progress.
        case inProgress
        /// The request was already executed, but its answer was lost.
        case answerLost
    }

    /// Returns the state of a request with an idempotency key. Registers the request if the key is new. A client that
    /// repeats a request sends the same key, so that the request is executed only once.
    ///
    /// - Parameters:
    ///   - hash: the request's hash, to detect a different request with the same key.
    ///   - secret: the token's secret, which decrypts stored answers.
    public func beginRequest(
        _ key: String, hash: [UInt8], of token: APIToken, with secret: AccessSecret
    ) throws -> RequestState {
        let now = now()
        let request = IdempotentRequest(token: token.id, key: key, hash: hash, created: now)
        let change = try Authenticator.changeID(key, of: token)
        return try store.write { connection in
            let requests = connection.answeredRequests
            try requests.prune(madeBefore: now.advanced(bySeconds: -IdempotentRequest.retentionSeconds))
            // If a stored key has expired, a repeated request looks new. But if the audit trail has the request's
            // change, the request was already executed.
            if try requests.begin(request) {
                return try connection.audit.isStoredDurably(change) ? .answerLost : .new(change)
            }
            guard let known = try requests.with(key: key, of: token.id) else { return .inProgress }
            guard known.hash == hash else { return .keyReused }
            if let answer = known.response {
                _ = try connection.audit.isStoredDurably(change)
                guard let body = try SealedResponse.open(answer.body, of: known, with: secret) else {
                    return .answerLost
                }
                return .answered(IdempotentRequest.StoredResponse(status: answer.status, body: body))
            }
            if try connection.audit.isStoredDurably(change) { return .answerLost }
            guard now >= known.created.advanced(bySeconds: IdempotentRequest.inProgressTimeoutSeconds),
                try requests.reclaim(known, at: now)
            else { return .inProgress }
            return .new(change)
        }
    }

    /// Stores the answer to a request. The answer is encrypted, so that nobody can read it from the store without the
    /// token's secret.
    public func finishRequest(
        _ key: String, of token: APIToken, with secret: AccessSecret, _ answer: IdempotentRequest.StoredResponse
    ) throws {
        try store.write { connection in
            let requests = connection.answeredRequests
            guard let request = try requests.with(key: key, of: token.id) else { return }
            try requests.answer(
                key, of: token.id,
                IdempotentRequest.StoredResponse(
                    status: answer.status, body: SealedResponse.seal(answer.body, to: request, with: secret)))
        }
    }

    /// Removes the registration of a request, so that the client can send the request again. Call this method only if
    /// the request has changed nothing.
    public func discardRequest(_ key: String, of token: APIToken) throws {
        try store.write { try $0.answeredRequests.remove(key, of: token.id) }
    }

    /// The id of the change that a request makes; the same for a repeated request.
    private static func changeID(_ key: String, of token: APIToken) throws -> ChangeID {
        ChangeID(digest: try SHA256.digest(Array("eventpass/request/1 \(token.id) \(key)".utf8)))
    }
}
