import Cryptography
import Gate
package import HTTPTypes
import Languages
package import Management
import Store
package import Ticketing

/// The token of an API request: `Authorization: Bearer …` (RFC 6750).
package struct BearerToken: Sendable {
    package let secret: AccessSecret

    /// Reads the token from the headers of a request.
    ///
    /// - Throws: `Problem` 401 if the header is missing or malformed.
    package init(_ headers: HTTPFields) throws {
        let parts = (headers[.authorization] ?? "").split(separator: " ")
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { throw BearerToken.missing }
        guard let secret = try AccessSecret(encoded: parts[1]) else { throw BearerToken.invalid }
        self.secret = secret
    }

    /// The response to a request without a token.
    private static let missing = refusal("Bearer", .missingToken)
    /// The response to a request whose token is malformed, unknown, expired or revoked.
    package static let invalid = refusal(#"Bearer error="invalid_token""#, .invalidToken)

    private static func refusal(_ challenge: String, _ detail: ProblemSentence) -> Problem {
        var problem = Problem(.unauthorized, detail)
        problem.headers[.wwwAuthenticate] = challenge
        return problem
    }

    /// A message authentication code of a text, with the token as its key. Only this server and clients that have the
    /// token can compute the code.
    ///
    /// - Throws: `OpenSSLError`.
    package func mac(of text: String) throws -> [UInt8] {
        let key = SecretBytes(copying: secret.encoded.utf8.span)
        let code = try HMAC(key: key).code(of: text.utf8.span)
        return code.indices.map { code[$0] }
    }
}

extension PageRequest {
    /// Runs `work` with the rights of the request’s API token, on a thread that can wait for the store.
    ///
    /// - Parameters:
    ///   - threads: the threads to use; nil means the default threads.
    ///   - deadline: the time at which the request stops waiting for the store; nil means no time limit.
    /// - Throws: `Problem` 401 for a missing or invalid token; any error of `work`.
    package func withAPIToken<Result: Sendable>(
        on threads: StoreThreads? = nil, until deadline: ContinuousClock.Instant? = nil,
        _ work: @escaping @Sendable (ManagementServices, APIToken) throws -> Result
    ) async throws -> Result {
        let bearer = try BearerToken(headers)
        let server = server
        let authorized: @Sendable (Store) throws -> Result = { store in
            let authenticator = Authenticator(to: store, clock: server.now)
            guard let (services, token) = try authenticator.services(ofToken: bearer.secret) else {
                throw BearerToken.invalid
            }
            let informed = services.applying { server.noticePolicy }
                .pricing({ server.smsPrice }, ifSendingSMS: { server.sendsSMS })
            return try work(informed, token)
        }
        let threads = threads ?? server.storeThreads
        guard let deadline else { return try await threads.run(authorized) }
        return try await threads.run(until: deadline) { try authorized($0.withDeadline(until: deadline)) }
    }

    /// The token of a request to a gate; nil if the store does not answer in time.
    ///
    /// - Throws: `Problem` 401 for a missing or invalid token.
    func tokenAtGate() async throws -> APIToken? {
        try await StoreThreads.nilOnTimeout {
            try await withAPIToken(on: server.gateThreads, until: arrival + Gate.storeTimeout) { _, token in token }
        }
    }
}
