import Cryptography
import HTTPTypes
import Management

/// The token of an API request: `Authorization: Bearer …` (RFC 6750).
struct BearerToken: Sendable {
    let secret: AccessSecret

    /// - Throws: `Problem` 401 if the header is missing or malformed.
    init(_ headers: HTTPFields) throws {
        let words = (headers[.authorization] ?? "").split(separator: " ")
        guard words.count == 2, words[0].lowercased() == "bearer", let secret = try AccessSecret(encoded: words[1])
        else {
            throw BearerToken.missing
        }
        self.secret = secret
    }

    /// The request has no token.
    private static let missing = refusal("Bearer", "Send a token: Authorization: Bearer TOKEN.")
    /// The token is unknown, expired or revoked.
    static let invalid = refusal(#"Bearer error="invalid_token""#, "This token is unknown, expired or revoked.")

    private static func refusal(_ challenge: String, _ detail: String) -> Problem {
        var problem = Problem(.unauthorized, detail)
        problem.headers[.wwwAuthenticate] = challenge
        return problem
    }

    /// A MAC of a text, keyed with the token. Only clients that have the token can have received it from this server.
    ///
    /// - Throws: `OpenSSLError`.
    func mac(of text: String) throws -> [UInt8] {
        let key = SecretBytes(copying: secret.encoded.utf8.span)
        let code = try HMAC(key: key).code(of: text.utf8.span)
        return code.indices.map { code[$0] }
    }
}
