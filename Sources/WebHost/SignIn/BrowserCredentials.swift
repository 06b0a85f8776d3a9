import Hummingbird
package import HTTPTypes
package import Management
package import Ticketing

/// The credentials in a browser's cookies: the secret of a session or of a paired phone.
package struct BrowserCredentials: Sendable {
    static let sessionCookie = "__Host-session"
    package static let deviceCookie = "__Host-device"
    /// Marks a browser in which somebody has signed in before. This cookie grants no access.
    static let browserCookie = "__Host-browser"

    private let session: AccessSecret?
    /// The secret of a paired phone.
    private let device: AccessSecret?
    /// The session's secret, or the phone's secret if there is no session. The CSRF token of forms is derived from this
    /// secret.
    package let secret: AccessSecret

    /// Whether the browser is a paired phone without a signed-in user.
    var isPairedPhone: Bool { session == nil }

    /// Reads the secrets from the cookies in the headers of a request. Nil if the request has neither a session cookie
    /// nor an accepted phone cookie. A malformed cookie is ignored, because another server under the same host name can
    /// have set it.
    ///
    /// - Parameter access: the route's access rule. The cookie of a phone is accepted only at gates.
    /// - Throws: `OpenSSLError`.
    package init?(_ headers: HTTPFields, for access: RouteAccess) throws {
        let cookies = Cookies(from: headers[values: .cookie])
        func secret(_ name: String) throws -> AccessSecret? {
            try cookies[name].flatMap { try AccessSecret(encoded: $0.value) }
        }
        session = try secret(BrowserCredentials.sessionCookie)
        device = access.acceptsPairedPhones ? try secret(BrowserCredentials.deviceCookie) : nil
        guard let found = session ?? device else { return nil }
        self.secret = found
    }

    /// The services for the user or the paired phone; nil if the session or the pairing has ended. If the browser has
    /// both cookies, the user's session takes precedence.
    ///
    /// - Parameter presence: `interactive` if a person caused the request; `polling` if the open page sent the request
    ///   automatically. The access of a paired phone ends after some time without interactive requests.
    package func services(
        at authenticator: Authenticator, as presence: Authenticator.PhoneActivity = .interactive
    ) throws -> (services: ManagementServices, device: WebDevice?)? {
        if let session, let services = try authenticator.services(of: session) { return (services, nil) }
        guard let device, let found = try authenticator.services(ofDevice: device, as: presence) else { return nil }
        return (found.services, found.device)
    }
}

extension RouteResponse {
    /// The attribute `SameSite` of a cookie.
    package enum SameSite: String { case strict = "Strict", lax = "Lax" }

    /// This response with a cookie that the browser sends only to this server, and that scripts can’t read.
    ///
    /// - Parameters:
    ///   - seconds: the cookie's lifetime. 0 deletes the cookie. Nil means that the cookie lasts until the browser
    ///     closes.
    ///   - site: when the browser sends the cookie. With `.lax`, the browser also sends it when a link on another site
    ///     or in a mail leads to this server.
    package func settingCookie(
        _ name: String, to value: String, maxAge seconds: Int? = nil, site: SameSite = .strict
    ) -> RouteResponse {
        var answer = self
        let age = seconds.map { "; Max-Age=\($0)" } ?? ""
        answer.headers.append(
            HTTPField(
                name: .setCookie, value: "\(name)=\(value); Path=/; Secure; HttpOnly; SameSite=\(site.rawValue)\(age)"))
        return answer
    }

    /// This response with two cookies: the cookie of a new session, and the cookie that marks a browser in which
    /// somebody has signed in.
    func startingSession(_ session: AccessSecret, _ caller: Authenticator.Client) -> RouteResponse {
        let marked = caller.browser.map {
            settingCookie(
                BrowserCredentials.browserCookie, to: $0.replacement.encoded,
                maxAge: Int(KnownBrowserCookie.lifetimeDays) * 86_400)
        }
        return (marked ?? self).settingCookie(BrowserCredentials.sessionCookie, to: session.encoded)
    }

    /// A response that redirects to another page of this server, with the status 303 See Other.
    package static func seeOther(_ path: String) -> RouteResponse {
        RouteResponse(status: .seeOther, headers: [.location: path], body: .bytes(.init()))
    }
}
