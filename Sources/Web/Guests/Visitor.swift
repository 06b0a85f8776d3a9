import Cryptography
import HTTPTypes
import Hummingbird
import Management

/// Somebody who is not signed in, as far as their forms need it: a cookie that their browser alone has, and the code in
/// forms that follows from it.
struct Visitor: Sendable {
    static let cookie = "__Host-visitor"
    private static let seconds = 86_400

    private let secret: AccessSecret
    private let isNew: Bool

    /// - Throws: `OpenSSLError`.
    init(_ headers: HTTPFields) throws {
        let text = Cookies(from: headers[values: .cookie])[Visitor.cookie]?.value
        if let text, let known = try AccessSecret(text: text) {
            (secret, isNew) = (known, false)
            return
        }
        guard let made = try AccessSecret(text: Visitor.random(bytes: 32)) else { throw Problem(.internalServerError) }
        (secret, isNew) = (made, true)
    }

    /// The code for forms.
    var code: Facts.Fact { get throws { .text(try Antiforgery(secret).code) } }

    /// Whether a form was written for this browser.
    func sent(_ form: FormFields) throws -> Bool {
        try !isNew && Antiforgery(secret).isRight(form.one(Antiforgery.field))
    }

    /// With the cookie, for a browser that has none.
    func shown(_ answer: Answer) -> Answer {
        isNew ? answer.setting(Visitor.cookie, to: secret.text, keptFor: Visitor.seconds) : answer
    }

    /// Hexadecimal digits.
    static func random(bytes: Int) -> String {
        var random = SystemRandomNumberGenerator()
        return Hexadecimal.text((0..<bytes).map { _ in .random(in: 0...255, using: &random) })
    }
}
