import Hummingbird
import HTTPTypes
import Management
import Ticketing

/// What a browser shows of itself: cookies with secrets that the entrance knows.
struct Pass: Sendable {
    static let sessionCookie = "__Host-session"
    static let deviceCookie = "__Host-device"
    /// Of a browser in which somebody signed in before; it opens nothing.
    static let browserCookie = "__Host-browser"

    /// Of a user who signed in.
    private let session: AccessSecret?
    /// Of a phone that was paired.
    private let device: AccessSecret?
    /// By which forms are known for this browser's.
    let secret: AccessSecret

    /// Whether it is a paired phone's, where nobody is signed in.
    var isDevice: Bool { session == nil }

    /// Nil without one, and for what is none: another server under the same name may have set it.
    ///
    /// - Parameter access: who may ask here. Phones are nobody but at gates.
    /// - Throws: `OpenSSLError`.
    init?(_ headers: HTTPFields, for access: Access) throws {
        let cookies = Cookies(from: headers[values: .cookie])
        func secret(_ name: String) throws -> AccessSecret? {
            try cookies[name].flatMap { try AccessSecret(text: $0.value) }
        }
        session = try secret(Pass.sessionCookie)
        device = access.takesDevices ? try secret(Pass.deviceCookie) : nil
        guard let found = session ?? device else { return nil }
        self.secret = found
    }

    /// The office that it opens, and the phone where it is one's; nil when it is over. A user's own comes first.
    ///
    /// - Parameter presence: of a phone.
    func office(
        at entrance: Entrance, as presence: Entrance.Presence = .used
    ) throws -> (office: Office, device: WebDevice?)? {
        if let session, let office = try entrance.office(of: session) { return (office, nil) }
        guard let device, let found = try entrance.office(ofDevice: device, as: presence) else { return nil }
        return (found.office, found.device)
    }
}

extension Answer {
    /// With a cookie that this browser alone has, sends to this server alone, and shows to no script.
    ///
    /// - Parameter seconds: how long the browser keeps it; nil is until it is closed, 0 takes it away.
    func setting(_ name: String, to value: String, keptFor seconds: Int? = nil) -> Answer {
        var answer = self
        let age = seconds.map { "; Max-Age=\($0)" } ?? ""
        answer.headers.append(
            HTTPField(name: .setCookie, value: "\(name)=\(value); Path=/; Secure; HttpOnly; SameSite=Strict\(age)"))
        return answer
    }

    /// With the cookies of a session that begins, and of the browser in which it does.
    func entering(_ session: AccessSecret, _ caller: Entrance.Caller) -> Answer {
        let marked = caller.browser.map {
            setting(Pass.browserCookie, to: $0.next.text, keptFor: Int(BrowserMark.days) * 86_400)
        }
        return (marked ?? self).setting(Pass.sessionCookie, to: session.text)
    }

    /// To another page of ours, by GET.
    static func seeOther(_ path: String) -> Answer {
        Answer(status: .seeOther, headers: [.location: path], body: .bytes(.init()))
    }
}
