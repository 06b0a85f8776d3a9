import EventFixture
import Store
import Ticketing

@testable import Management

extension Festival {
    /// The secret of a session that begins now, for a user who may have no e-mail address yet and then gets one. A link
    /// opens it: with a password, most of the time of the tests would go into scrypt.
    func session(of user: User) throws -> AccessSecret {
        guard let email = EmailAddress(rawValue: "user\(user.id)@example.org") else {
            throw Served.Surprise(what: "no e-mail address")
        }
        let link = try AccessSecret()
        try store.write { connection in
            _ = try connection.users.give(email, to: user.id)
            let expires = clock.now().advanced(bySeconds: Office.entryLinkSeconds)
            try connection.entryLinks.add(hash: link.hash, for: user.id, expires: expires)
        }
        return try session(by: link)
    }

    /// The secret of a session of the local owner that begins now.
    func ownersSession() throws -> AccessSecret { try session(by: office.makeEntryLink()) }

    private func session(by link: AccessSecret) throws -> AccessSecret {
        guard let address = CallerAddress("127.0.0.1") else { throw Served.Surprise(what: "no address") }
        let entrance = Entrance(to: store, clock: clock.now)
        guard let secret = try entrance.enter(by: link, from: Entrance.Caller(address)) else {
            throw Served.Surprise(what: "the link opens nothing")
        }
        return secret
    }
}
