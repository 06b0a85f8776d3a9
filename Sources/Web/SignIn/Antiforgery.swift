import Cryptography
import HTTPTypes
import Management

/// Shows that a form was written by a page of ours for the browser that sends it: a code that follows from the secret of
/// its cookie, which no page can read (OWASP, Cross-Site Request Forgery Prevention: HMAC-based tokens).
struct Antiforgery: Sendable {
    /// In forms, and in the query of uploads.
    static let field = "antiforgery"
    static let header = HTTPField.Name("X-Antiforgery")

    /// What a page of ours sends.
    let code: String

    /// - Throws: `OpenSSLError`.
    init(_ secret: AccessSecret) throws {
        let key = SecretBytes(copying: secret.text.utf8.span)
        let code = try HMAC(key: key).code(of: "eventpass antiforgery 1".utf8.span)
        self.code = Hexadecimal.text(code.indices.map { code[$0] })
    }

    func isRight(_ given: String?) -> Bool {
        guard let given else { return false }
        return ConstantTime.equal(given.utf8.span, code.utf8.span)
    }
}
