import EventFixture
import Store
import Testing
import Ticketing

@testable import Management

@Suite("Sessions", .everyEngine, .slow)
struct SessionTests {
    @Test("Each sign-in starts a new session and ends the browser’s previous session")
    func rotation() throws {
        let door = try Door()
        let first = try door.session()
        let second = try door.session(insteadOf: first)
        #expect(first.encoded != second.encoded)
        #expect(try door.authenticator.services(of: first) == nil)
        #expect(try door.authenticator.services(of: second)?.user == door.joan)
        // A failed sign-in keeps the existing session.
        #expect(
            try door.signIn("joan@example.org", "wrong", insteadOf: second).isRefused
                && door.authenticator.services(of: second) != nil)
        // A secret that the client chose is ignored.
        let chosen = try AccessSecret()
        let third = try door.session(insteadOf: chosen)
        #expect(try door.authenticator.services(of: chosen) == nil && third.encoded != chosen.encoded)
    }

    @Test("A session gives access to the services with exactly its user’s rights")
    func services() throws {
        let door = try Door()
        let festival = door.festival
        _ = try festival.services.members.setRole(.viewer, of: door.joan, in: festival.organizer())
        let services = try #require(try door.authenticator.services(of: door.session()))
        #expect(try services.events.events().map(\.number) == [festival.event.number])
        #expect(throws: ManagementError.localOwnerOnly) { try services.users.users() }
        #expect(throws: ManagementError.self) { try services.events.deleteEvent(festival.event) }
        // The user’s role is read from the store at each operation.
        _ = try festival.services.members.removeMember(door.joan, from: festival.organizer())
        #expect(throws: ManagementError.unknownOrganizer("\(festival.event.organizer)", known: [])) {
            try services.tickets.admittedPeople(of: festival.event)
        }
    }

    @Test("Signing out ends one session; signing out everywhere ends all the user’s sessions")
    func signingOut() throws {
        let door = try Door()
        let authenticator = door.authenticator
        let sessions = try (1...4).map { _ in try door.session() }
        let owner = try #require(
            try authenticator.startSession(
                by: door.festival.services.users.createSignInLink(), from: Door.caller("127.0.0.1")))
        try authenticator.signOut(sessions[0])
        #expect(try sessions.map { try authenticator.services(of: $0) != nil } == [false, true, true, true])
        // An ended session can’t end other sessions.
        #expect(try authenticator.signOutEverywhere(sessions[0]) == 0)
        #expect(try authenticator.sessions(seenFrom: sessions[0]).isEmpty)
        #expect(try authenticator.sessions(seenFrom: sessions[1]).map(\.agent) == ["Browser", "Browser", "Browser"])
        #expect(try authenticator.signOutEverywhere(sessions[1]) == 3)
        for session in sessions { #expect(try authenticator.services(of: session) == nil) }
        #expect(try authenticator.services(of: owner)?.user == door.festival.services.user)
    }

    @Test("A user can end a listed session by its id; the id gives no access, and other users can’t end the session")
    func endingOne() throws {
        let door = try Door()
        let authenticator = door.authenticator
        let (mine, lost) = (try door.session(), try door.session())
        let owner = try #require(
            try authenticator.startSession(
                by: door.festival.services.users.createSignInLink(), from: Door.caller("127.0.0.1")))
        #expect(Set(try authenticator.sessions(seenFrom: mine).map(\.id)) == [mine.id, lost.id])
        #expect(try !authenticator.endSession(owner.id, seenFrom: mine) && authenticator.services(of: owner) != nil)
        #expect(try AccessSecret(encoded: lost.id.description) == nil)
        let named = try #require(WebSessionID(lost.id.description))
        #expect(try authenticator.endSession(named, seenFrom: mine))
        #expect(try authenticator.services(of: lost) == nil && authenticator.services(of: mine) != nil)
        #expect(try !authenticator.endSession(named, seenFrom: mine))
        // An ended session can’t end other sessions.
        #expect(try !authenticator.endSession(mine.id, seenFrom: lost) && authenticator.services(of: mine) != nil)
        for text in ["", "00", "\(named)00", "zz" + "\(named)".dropFirst(2)] { #expect(WebSessionID(text) == nil) }
    }

    @Test("A session ends two hours after its last use, and twelve hours after its start at the latest")
    func expired() throws {
        let door = try Door()
        let (clock, authenticator) = (door.festival.clock, door.authenticator)
        let idle = try door.session()
        clock.advance(bySeconds: WebSession.idleSeconds - 1)
        #expect(try authenticator.services(of: idle) != nil)
        clock.advance(bySeconds: WebSession.idleSeconds - 1)
        #expect(try authenticator.services(of: idle) != nil)
        clock.advance(bySeconds: WebSession.idleSeconds)
        #expect(try authenticator.services(of: idle) == nil && authenticator.sessions(seenFrom: idle).isEmpty)
        #expect(try authenticator.signOutEverywhere(idle) == 0)
        let busy = try door.session()
        let end = clock.now().advanced(bySeconds: WebSession.longestSeconds)
        while clock.now().advanced(bySeconds: 3600) < end {
            clock.advance(bySeconds: 3600)
            #expect(try authenticator.services(of: busy) != nil)
        }
        clock.set(end)
        #expect(try authenticator.services(of: busy) == nil)
        // Starting a session deletes expired sessions.
        clock.advance(bySeconds: WebSession.idleSeconds)
        _ = try door.session()
        #expect(try door.festival.store.read { try $0.webSessions.all(of: door.joan.id) }.count == 1)
        #expect(try door.festival.store.read { try $0.webSessions.with(hash: busy.hash) } == nil)
    }

    @Test("Requests update the time of a session’s last use at most once a minute")
    func seen() throws {
        let door = try Door()
        let session = try door.session()
        func seen() throws -> Instant? { try door.authenticator.sessions(seenFrom: session).first?.seen }
        door.festival.clock.advance(bySeconds: 59)
        _ = try door.authenticator.services(of: session)
        #expect(try seen() == Festival.start)
        door.festival.clock.advance(bySeconds: 1)
        _ = try door.authenticator.services(of: session)
        #expect(try seen() == Festival.start.advanced(bySeconds: 60))
    }

    @Test("While the store can’t be written, an existing session continues to work until it expires")
    func unwritable() throws {
        let door = try Door()
        let session = try door.session()
        _ = try door.festival.store.write { connection in
            switch EngineKind.current {
            case .sqlite:
                try connection.execute(
                    """
                    CREATE TRIGGER full_disk BEFORE UPDATE ON web_session BEGIN SELECT RAISE(FAIL, 'full'); END
                    """, [])
            case .postgreSQL:
                try connection.execute(
                    "ALTER TABLE web_session ADD CHECK (seen <= \(Festival.start.milliseconds))", [])
            }
        }
        door.festival.clock.advance(bySeconds: 3600)
        #expect(try door.authenticator.services(of: session)?.user == door.joan)
        door.festival.clock.advance(bySeconds: 3600)
        #expect(try door.authenticator.services(of: session) == nil)
    }

    @Test("A sign-in link works only once, within ten minutes; if eight browsers use it at once, one succeeds")
    func links() throws {
        let door = try Door()
        let link = try door.festival.services.users.createSignInLink()
        let entered = try atOnce(8) { _ in try door.authenticator.startSession(by: link, from: Door.caller()) }
        let session = try #require(entered.compactMap(\.self).first)
        #expect(entered.count { $0 != nil } == 1)
        #expect(try door.authenticator.services(of: session)?.user == door.festival.services.user)
        // A session’s secret doesn’t work as a link, and a link doesn’t work as a session’s secret.
        #expect(try door.authenticator.startSession(by: session, from: Door.caller()) == nil)
        let late = try door.festival.services.users.createSignInLink()
        #expect(try door.authenticator.services(of: late) == nil)
        door.festival.clock.advance(bySeconds: UserService.signInLinkSeconds)
        #expect(try door.authenticator.startSession(by: late, from: Door.caller()) == nil)
        #expect(try door.authenticator.startSession(by: AccessSecret(), from: Door.caller()) == nil)
        let joan = try #require(try door.authenticator.services(of: door.session()))
        #expect(throws: ManagementError.localOwnerOnly) { try joan.users.createSignInLink() }
        let record = try #require(try door.trail().last)
        #expect(record.action == "makeEntryLink" && record.after.keys.sorted() == ["entry_link_until"])
    }

    @Test("Changing a password requires the current password, ends all the user’s sessions, and starts a new session")
    func changing() throws {
        let door = try Door()
        let (mine, elsewhere) = (try door.session(), try door.session())
        let new = try NewPassword(Door.secret("another one, and long"))
        func change(_ current: String, _ session: AccessSecret) throws -> Authenticator.SignInResult {
            try door.authenticator.changePassword(of: session, Door.secret(current), to: new, from: Door.caller())
        }
        #expect(try change("wrong", mine).isRefused && change(Door.password, AccessSecret()).isRefused)
        let next = try #require(try change(Door.password, mine).secret)
        #expect(try door.authenticator.services(of: mine) == nil && door.authenticator.services(of: elsewhere) == nil)
        #expect(try door.authenticator.services(of: next)?.user == door.joan)
        let record = try #require(try door.trail().last)
        #expect(record.action == "setPassword" && record.user == door.joan.id)
        #expect(try door.signIn().isRefused)
        // An attacker at a signed-in browser can guess the current password only five times.
        for _ in 1...5 { #expect(try change("guess", next).secret == nil) }
        #expect(try change("another one, and long", next).waitsUntil != nil)
    }

    @Test("Only the local owner can set other users’ passwords and add their missing e-mail addresses")
    func setting() throws {
        let festival = try Festival()
        let services = festival.services
        let authenticator = Authenticator(to: festival.store, clock: festival.clock.now)
        let (olive, joan) = (EmailAddress(rawValue: "olive@example.org"), EmailAddress(rawValue: "joan@example.org"))
        let user = try services.users.addUser(UserDetails(name: "Joan", email: joan))
        let password = try NewPassword(Door.secret(Door.password))
        #expect(throws: ManagementError.noEmail("Test")) { try services.users.setPassword(password, of: services.user) }
        #expect(throws: ManagementError.emailTaken(try #require(joan))) {
            try services.users.setPassword(password, of: services.user, email: joan)
        }
        #expect(throws: ManagementError.differentEmail(try #require(joan))) {
            try services.users.setPassword(password, of: user, email: olive)
        }
        let set = try services.users.setPassword(password, of: services.user, email: olive)
        #expect(set.user.email == olive && set.sessionsEnded == 0)
        let email = try #require(olive)
        func signIn() throws -> Authenticator.SignInResult {
            try authenticator.signIn(email, Door.secret(Door.password), from: Door.caller())
        }
        let session = try #require(try signIn().secret)
        #expect(try authenticator.services(of: session)?.user.email == olive)
        // Setting the password again ends the user’s sessions.
        #expect(try services.users.setPassword(password, of: set.user, email: olive).sessionsEnded == 1)
        #expect(try authenticator.services(of: session) == nil && signIn().secret != nil)
        let stranger = try ManagementServices.signIn(to: festival.store, as: "Joan", clock: festival.clock.now)
        #expect(throws: ManagementError.localOwnerOnly) { try stranger.users.setPassword(password, of: user) }
        #expect(throws: ManagementError.localOwnerOnly) { try stranger.users.setPassword(password, of: services.user) }
        // The user `unknown` exists only in another store.
        let unknown = try Festival().stranger()
        #expect(throws: ManagementError.self) { try services.users.setPassword(password, of: unknown) }
        #expect(try festival.store.check().isIntact)
    }

    @Test("A copy of the store accepts the sessions of the original store")
    func copied() throws {
        let door = try Door()
        let session = try door.session()
        let folder = try TemporaryFolder()
        let copy = try Store.open(sqlite: folder("copy.sqlite"), creating: true)
        _ = try door.festival.store.copy(to: copy)
        let authenticator = Authenticator(to: copy, clock: door.festival.clock.now)
        #expect(try authenticator.services(of: session)?.user == door.joan)
    }
}
