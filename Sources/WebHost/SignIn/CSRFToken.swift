import Cryptography
import HTTPTypes
package import Management

/// The CSRF token of a form: an HMAC keyed with the secret of the browser's cookie, which no page can read (OWASP,
/// Cross-Site Request Forgery Prevention: HMAC-based tokens).
///
/// `scripts/server.js` sends the token as a header.
package struct CSRFToken: Sendable {
    /// Name of the field in forms and in the query of uploads.
    package static let field = "antiforgery"
    static let header = HTTPField.Name("X-Antiforgery")

    /// The text of the token, as pages of this server send it.
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
