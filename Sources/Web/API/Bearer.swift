import Cryptography
import HTTPTypes
import Management

/// What a program shows of itself: `Authorization: Bearer …` (RFC 6750).
struct Bearer: Sendable {
    let secret: AccessSecret

    /// - Throws: `Problem` 401 where there is none, or what is none.
    init(_ headers: HTTPFields) throws {
        let words = (headers[.authorization] ?? "").split(separator: " ")
        guard words.count == 2, words[0].lowercased() == "bearer", let secret = try AccessSecret(text: words[1]) else {
            throw Bearer.missing
        }
        self.secret = secret
    }

    /// Nobody has sent a token.
    private static let missing = refusal("Bearer", "A token is wanted: Authorization: Bearer TOKEN.")
    /// One was sent that opens nothing, or not any more.
    static let over = refusal(#"Bearer error="invalid_token""#, "This token was revoked, or is too old, or never was.")

    private static func refusal(_ challenge: String, _ detail: String) -> Problem {
        var problem = Problem(.unauthorized, detail)
        problem.headers[.wwwAuthenticate] = challenge
        return problem
    }

    /// A code that only who has the token can have been given by this server.
    ///
    /// - Throws: `OpenSSLError`.
    func code(of text: String) throws -> [UInt8] {
        let key = SecretBytes(copying: secret.text.utf8.span)
        let code = try HMAC(key: key).code(of: text.utf8.span)
        return code.indices.map { code[$0] }
    }
}
