import Hummingbird
import HTTPTypes
import Management
import Store

/// What a browser shows of itself: a cookie with a secret that the entrance knows.
enum Pass: Sendable {
    /// Of a user who signed in.
    case session(AccessSecret)

    static let sessionCookie = "__Host-session"

    var secret: AccessSecret {
        switch self {
        case .session(let secret): secret
        }
    }

    /// Nil without one, and for what is none: another server under the same name may have set it.
    ///
    /// - Throws: `OpenSSLError`.
    init?(_ headers: HTTPFields) throws {
        let cookies = Cookies(from: headers[values: .cookie])
        guard let text = cookies[Pass.sessionCookie]?.value, let secret = try AccessSecret(text: text) else {
            return nil
        }
        self = .session(secret)
    }

    /// The office that it opens; nil when it is over.
    func office(at entrance: Entrance) throws -> Office? {
        switch self {
        case .session(let secret): try entrance.office(of: secret)
        }
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

    /// To another page of ours, by GET.
    static func seeOther(_ path: String) -> Answer {
        Answer(status: .seeOther, headers: [.location: path], body: .bytes(.init()))
    }
}
