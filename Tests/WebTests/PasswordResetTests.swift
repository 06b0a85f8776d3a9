import Cryptography
import EventFixture
import MessageTransport
import Store
import Testing
import Ticketing

@testable import Management
@testable import Web
@testable import WebDesk
@testable import WebHost

@Suite("Forgotten passwords", .serving)
struct PasswordResetTests {
    private static let newPassword = "long enough now"
    private let festival: Festival
    private let joan: User

    init() throws {
        festival = try Festival()
        joan = try festival.services.users.addUser(
            UserDetails(name: "Joan <b>", email: EmailAddress(rawValue: "joan@example.org")))
        try festival.setCheapPassword("wet paint, mind the step", of: joan)
    }

    private func serve(_ work: (Served) async throws -> Void) async throws {
        try await Served.with(configuration: try festival.mailConfiguration(), work)
    }

    private func ask(_ served: Served, _ email: String = "joan@example.org") async throws -> Reply {
        try await DeskVisitor.nobody.post(served, "/forgot", [("email", email)])
    }

    private func open(_ served: Served, _ link: String) async throws -> Reply {
        try await DeskVisitor.nobody.post(served, "/reset", [("link", link)])
    }

    private func set(
        _ served: Served, _ link: String, _ password: String = PasswordResetTests.newPassword, _ repeated: String? = nil
    ) async throws -> Reply {
        let fields = [("link", link), ("new_password", password), ("repeated_password", repeated ?? password)]
        return try await DeskVisitor.nobody.post(served, "/reset/password", fields)
    }

    private func signIn(_ served: Served, _ password: String) async throws -> Int {
        try await DeskVisitor.nobody.post(
            served, "/sign-in", [("email", "joan@example.org"), ("password", password)]
        ).status
    }

    private func rows() throws -> Int {
        try festival.count("address_proof") + festival.count("notice")
    }

    // MARK: - Asking for a link

    @Test(
        """
        For every address, the response and the number of new rows are the same; only an account with a password gets \
        a message
        """
    )
    func enumeration() async throws {
        _ = try festival.services.users.addUser(
            UserDetails(name: "Grace", email: EmailAddress(rawValue: "grace@example.org")))
        try await serve { served async throws in
            var replies: [Reply] = []
            for name in ["joan", "nobody", "grace", "nobody"] {
                let before = try rows()
                replies.append(try await ask(served, "\(name)@example.org"))
                // The rows of a request for an unknown address replace the rows of the previous such request.
                #expect(try rows() - before == (replies.count > 2 ? 0 : 2), "\(name)")
            }
            #expect(replies.allSatisfy { $0.status == 200 && $0.headers["set-cookie"] == nil })
            #expect(Set(replies.map(\.body)).count == 1)
            #expect(replies[0].body.contains("If there is an account with this address and it has a password"))
            #expect(replies[0].headers["referrer-policy"] == "no-referrer")
            #expect(replies[0].headers["cache-control"] == "no-store")
            #expect(try festival.recipients(of: .passwordReset) == ["joan@example.org"])
            let addresses = try festival.texts("SELECT address FROM address_proof ORDER BY address")
            #expect(addresses == ["", "", "joan@example.org"])
            #expect(!served.log.text.contains("joan"))
        }
    }

    @Test("Without a sender for e-mail, the pages name the command that sets a password, and no message is queued")
    func withoutMail() async throws {
        try await Served.with(configuration: festival.configuration) { served async throws in
            let page = try await DeskVisitor.nobody.get(served, "/forgot")
            for reply in [page, try await ask(served)] {
                #expect(reply.status == 200 && reply.body.contains("<code>eventpass user password</code>"))
                #expect(!reply.body.contains(#"action="/forgot""#))
            }
            #expect(try rows() == 0)
            let signIn = try await DeskVisitor.nobody.get(served, "/sign-in")
            #expect(signIn.body.contains(#"href="/forgot">Forgot your password?</a>"#))
        }
    }

    @Test("An account gets at most three links in an hour and ten in a day; the response stays the same")
    func limits() async throws {
        try await serve { served async throws in
            var bodies: Set<String> = []
            for expected in [3, 6, 9, 10, 10] {
                for _ in 0..<4 { bodies.insert(try await ask(served).body) }
                #expect(try festival.links(.passwordReset).count == expected)
                festival.clock.advance(bySeconds: 3601)
            }
            festival.clock.advance(bySeconds: 86_400)
            for _ in 0..<4 { bodies.insert(try await ask(served).body) }
            #expect(try festival.links(.passwordReset).count == 13)
            #expect(bodies.count == 1)
        }
    }

    @Test("A network that asks too often must wait, whether the accounts exist or not; a malformed address is an error")
    func tooOften() async throws {
        try await serve { served async throws in
            let fault = try await ask(served, "nowhere")
            #expect(fault.status == 422 && fault.body.contains(#"id="email-fault""#))
            #expect(fault.body.contains("<title>Error: Forgotten password"))
            for number in 1...9 { #expect(try await ask(served, "user\(number)@example.org").status == 200) }
            let refused = try await ask(served)
            #expect(refused.status == 429 && refused.headers["retry-after"] != nil)
            #expect(try festival.links(.passwordReset).isEmpty)
            festival.clock.advance(bySeconds: 3600)
            #expect(try await ask(served).status == 200)
            #expect(try festival.links(.passwordReset).count == 1)
        }
    }

    // MARK: - Setting the new password

    @Test("A link sets the password once; all sessions, the old password and the other links become invalid")
    func setting() async throws {
        let visitor = try DeskVisitor("joan", joan, at: festival)
        try await serve { served async throws in
            for _ in 0..<2 { _ = try await ask(served) }
            let links = try festival.links(.passwordReset)
            let link = try #require(links.first)
            #expect(links.count == 2 && Set(links).count == 2)
            #expect(try await visitor.get(served, "/desk/account").status == 200)

            let page = try await open(served, "https://tickets.example/reset#\(link)")
            #expect(page.status == 200 && page.body.contains("New password for joan@example.org."))
            #expect(try PageForm.filled(page.body, to: "/reset/password").contains { $0 == ("link", link) })
            for (password, repeated, field) in [("short", "short", "new"), ("long enough", "long enouhg", "repeated")] {
                let reply = try await set(served, link, password, repeated)
                #expect(reply.status == 422 && reply.body.contains("id=\"\(field)-fault\""), "\(password)")
            }
            #expect(try await visitor.get(served, "/desk/account").status == 200)

            let done = try await set(served, link)
            #expect(done.status == 303 && done.headers["location"] == "/sign-in?done=password")
            let next = try await DeskVisitor.nobody.get(served, "/sign-in?done=password")
            #expect(next.body.contains("Your new password is set."))
            #expect(try await visitor.get(served, "/desk/account").status == 303)
            #expect(try await signIn(served, "wet paint, mind the step") == 401)
            #expect(try await signIn(served, PasswordResetTests.newPassword) == 303)
            for old in links {
                #expect(try await open(served, old).status == 401)
                #expect(try await set(served, old, "another one, and long").status == 401)
            }
            #expect(try await signIn(served, PasswordResetTests.newPassword) == 303)
            // The message with the unused link was not sent yet, so it is removed.
            #expect(try festival.links(.passwordReset).isEmpty)
            for secret in links + [PasswordResetTests.newPassword] { #expect(!served.log.text.contains(secret)) }
        }
        var records: [AuditRecord] = []
        try festival.services.audit.forEachChangeOfStore { records.append($0) }
        let record = try #require(records.last)
        #expect(record.action == "resetPassword" && record.user == joan.id)
        #expect(record.after.keys.contains("password_set"))
    }

    @Test("If a new password is set without a link, the links that the user has requested become invalid")
    func changed() async throws {
        try await serve { served async throws in
            _ = try await ask(served)
            let link = try #require(try festival.links(.passwordReset).first)
            #expect(try await open(served, link).status == 200)
            _ = try festival.services.users.setPassword(
                NewPassword(SecretBytes(copying: "another one, and long".utf8.span)), of: joan)
            #expect(try await open(served, link).status == 401)
            #expect(try await set(served, link).status == 401)
        }
    }

    @Test("A link is refused after 30 minutes")
    func expired() async throws {
        try await serve { served async throws in
            _ = try await ask(served)
            let link = try #require(try festival.links(.passwordReset).first)
            festival.clock.advance(bySeconds: 30 * 60 - 1)
            #expect(try await open(served, link).status == 200)
            festival.clock.advance(bySeconds: 1)
            #expect(try await open(served, link).status == 401)
            let refused = try await set(served, link)
            #expect(refused.status == 401 && refused.body.contains("invalid, expired or already used"))
            #expect(refused.body.contains(#"href="/forgot">"#))
        }
    }

    @Test("A link of a removed user, of another user’s address, or for another purpose sets no password")
    func foreign() async throws {
        let grace = try festival.services.users.addUser(
            UserDetails(name: "Grace", email: EmailAddress(rawValue: "grace@example.org")))
        let organizer = try festival.services.organizers.organizer(named: "Nile Nights")
        _ = try festival.services.members.invite(
            #require(EmailAddress(rawValue: "vera@example.org")), as: .owner, to: organizer)
        let before = try festival.store.read { try $0.credentials.of(joan.id) }
        try await serve { served async throws in
            _ = try await ask(served)
            let link = try #require(try festival.links(.passwordReset).first)
            for subject in ["1", "", "\(grace.id)", "\(joan.id) "] {
                try festival.tamper(
                    "UPDATE address_proof SET subject = '\(subject)' WHERE purpose = 'reset-password'")
                #expect(try await open(served, link).status == 401, "\(subject)")
                #expect(try await set(served, link).status == 401, "\(subject)")
            }
            let invitation = try #require(try festival.links(.teamInvitation).first)
            for text in [invitation, "", "#", "x", "\(link)0", String(repeating: "0", count: 64)] {
                #expect(try await open(served, text).status == 401, "\(text)")
                #expect(try await set(served, text).status == 401, "\(text)")
            }
            try festival.tamper(
                "UPDATE address_proof SET subject = '\(joan.id)' WHERE purpose = 'reset-password'")
            #expect(try await open(served, link).status == 200)
        }
        #expect(try festival.store.read { try $0.credentials.of(joan.id) } == before)
        #expect(try festival.store.read { try $0.credentials.of(grace.id) } == nil)
    }
}

extension Festival {
    /// The messages stay in the outbox, because no test server runs the sender.
    ///
    /// - Parameter isTexting: whether the server also sends SMS.
    func mailConfiguration(isTexting: Bool = false) throws -> ServerConfiguration {
        var settings = MessageSettings()
        settings.publicURL = "https://tickets.example.org"
        settings.mail = MailSettings(
            way: .folder(folder("mail")), from: try #require(EmailAddress(rawValue: "tickets@example.org")))
        if isTexting { settings.sms = .gammu(GammuModem(configuration: folder("gammu"))) }
        let key = folder("identity.key")
        return ServerConfiguration(
            clock: clock.now, keyRing: keys, identityKey: { try IdentityKey(path: key) },
            messages: { [settings] in settings }
        ) { [address] in try Store.open(address) }
    }

    /// Sets a password with a cheap hash, because hashing with scrypt would take most of the tests’ time.
    func setCheapPassword(_ password: String, of user: User) throws {
        let hashing = PasswordHashing(cost: Scrypt.Cost(n: 16, r: 1, p: 1)) {
            try Scrypt.derive(from: $0, salt: $1, cost: $2, count: $3)
        }
        let credential = try hashing.credential(
            of: NewPassword(SecretBytes(copying: password.utf8.span)), at: clock.now())
        try store.write { try $0.credentials.store(credential, of: user.id) }
    }

    /// The secrets of the links in the queued messages of a kind.
    func links(_ kind: Notice.Kind) throws -> [String] {
        try texts("SELECT payload FROM notice WHERE kind = '\(kind.rawValue)' ORDER BY created, notice_key")
            .compactMap { $0.firstMatch(of: /#([0-9a-f]{64})/).map { String($0.1) } }
    }

    func recipients(of kind: Notice.Kind) throws -> [String] {
        try texts("SELECT recipient FROM notice WHERE kind = '\(kind.rawValue)' ORDER BY created, notice_key")
    }

    /// The texts in the first column of a query’s rows.
    func texts(_ query: String) throws -> [String] {
        try store.read { connection in
            var texts: [String] = []
            try connection.forEachRow(query, []) { texts.append($0.text(0)) }
            return texts
        }
    }

    func count(_ table: String) throws -> Int {
        try store.read { connection in
            var count = 0
            try connection.forEachRow("SELECT count(*) FROM \(table)", []) { count = Int($0.integer(0)) }
            return count
        }
    }
}
