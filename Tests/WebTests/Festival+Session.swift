import EventFixture
import Store
import Ticketing

@testable import Management

extension Festival {
    /// Starts a session for a user, and returns the session’s secret. A user without an e-mail address gets one. The
    /// session starts with a sign-in link, because hashing a password with scrypt would take most of the tests’ time.
    func session(of user: User) throws -> AccessSecret {
        guard let email = EmailAddress(rawValue: "user\(user.id)@example.org") else {
            throw Served.Surprise(what: "no e-mail address")
        }
        let link = try AccessSecret()
        try store.write { connection in
            _ = try connection.users.setEmail(email, to: user.id)
            let expires = clock.now().advanced(bySeconds: UserService.signInLinkSeconds)
            try connection.signInLinks.add(hash: link.hash, for: user.id, expires: expires)
        }
        return try session(by: link)
    }

    func ownersSession() throws -> AccessSecret { try session(by: services.users.createSignInLink()) }

    private func session(by link: AccessSecret) throws -> AccessSecret {
        guard let address = ClientAddress("127.0.0.1") else { throw Served.Surprise(what: "no client address") }
        let entrance = Authenticator(to: store, clock: clock.now)
        guard let secret = try entrance.startSession(by: link, from: Authenticator.Client(address)) else {
            throw Served.Surprise(what: "the link is invalid")
        }
        return secret
    }
}
