import Cryptography
import HTTPTypes
package import Management

/// The CSRF token of a form. It proves that a form comes from a page of this server. The token is an HMAC, keyed with
/// the secret in the browser’s cookie. Pages of other sites can’t read the cookie, so they can’t compute the token
/// (OWASP, Cross-Site Request Forgery Prevention: HMAC-based tokens).
///
/// `scripts/server.js` sends the token as a header.
package struct CSRFToken: Sendable {
    /// The name of the form field that contains the token.
    package static let field = "antiforgery"
    static let header = HTTPField.Name("X-Antiforgery")

    /// The text of the token in the pages of this server.
    package let code: String

    /// - Throws: `OpenSSLError`.
    package init(_ secret: AccessSecret) throws {
        let key = SecretBytes(copying: secret.encoded.utf8.span)
        let code = try HMAC(key: key).code(of: "eventpass antiforgery 1".utf8.span)
        self.code = Hexadecimal.text(code.indices.map { code[$0] })
    }

    package func matches(_ presented: String?) -> Bool {
        guard let presented else { return false }
        return ConstantTime.equal(presented.utf8.span, code.utf8.span)
    }
}
