import Cryptography
import HTTPTypes
import Hummingbird
import Management
import WebHost

/// The CSRF protection of visitors who are not signed in. It consists of a secret cookie and a code that is derived
/// from the cookie. Each form contains this code.
struct VisitorCookie: Sendable {
    static let cookie = "__Host-visitor"
    private static let seconds = 86_400

    private let secret: AccessSecret
    private let isNew: Bool

    /// Reads the cookie from the headers of a request. If the headers contain no valid cookie, creates a new secret.
    ///
    /// - Throws: `OpenSSLError`.
    init(_ headers: HTTPFields) throws {
        let text = Cookies(from: headers[values: .cookie])[VisitorCookie.cookie]?.value
        if let text, let known = try AccessSecret(encoded: text) {
            (secret, isNew) = (known, false)
            return
        }
        guard let made = try AccessSecret(encoded: VisitorCookie.randomHexadecimal(bytes: 32)) else {
            throw Problem(.internalServerError)
        }
        (secret, isNew) = (made, true)
    }

    var code: TemplateContext.Value { get throws { .text(try CSRFToken(secret).code) } }

    /// Whether a form contains the code that is derived from the browser's cookie. False if the browser sent no cookie.
    func verifies(_ form: FormFields) throws -> Bool {
        try !isNew && CSRFToken(secret).matches(form.value(CSRFToken.field))
    }

    /// Sets the cookie if the browser does not have the cookie yet.
    func settingCookie(_ answer: RouteResponse) -> RouteResponse {
        isNew ? answer.settingCookie(VisitorCookie.cookie, to: secret.encoded, maxAge: VisitorCookie.seconds) : answer
    }

    static func randomHexadecimal(bytes: Int) -> String {
        var random = SystemRandomNumberGenerator()
        return Hexadecimal.text((0..<bytes).map { _ in .random(in: 0...255, using: &random) })
    }
}
