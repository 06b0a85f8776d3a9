import EventFixture
import Management
import Testing
import Ticketing

@testable import Web
@testable import WebDesk
@testable import WebHost

@Suite("Invitations to a team", .serving)
struct TeamInvitationTests {
    private static let vera = "vera@example.org"
    private let festival: Festival
    private let owner: DeskVisitor
    private let organizer: Organizer

    init() throws {
        festival = try Festival()
        owner = try .owner(of: festival)
        organizer = try festival.services.organizers.organizer(named: "Nile Nights")
    }

    private var path: String { "\(organizer.deskPath)/members" }

    private func serve(_ work: (Served) async throws -> Void) async throws {
        try await Served.with(configuration: try festival.mailConfiguration(), work)
    }

    /// Invites Vera to the team with the given role, and returns the secret of the link.
    private func invite(as role: Role = .gate, by services: ManagementServices? = nil) throws -> String {
        let known = Set(try festival.links(.teamInvitation))
        _ = try (services ?? festival.services).members.invite(
            #require(EmailAddress(rawValue: TeamInvitationTests.vera)), as: role, to: organizer)
        return try #require(try festival.links(.teamInvitation).first { !known.contains($0) })
    }

    private func open(_ served: Served, _ link: String, as visitor: DeskVisitor = .nobody) async throws -> Reply {
        try await visitor.post(served, "/join", [("link", link)])
    }

    private func accept(
        _ served: Served, _ link: String, as visitor: DeskVisitor = .nobody, name: String = "Vera <b>",
        password: String = "long enough now"
    ) async throws -> Reply {
        let fields = [
            ("link", link), ("name", name), ("new_password", password), ("repeated_password", password),
        ]
        return try await visitor.post(served, "/join/accept", fields)
    }

    private func addVera() throws -> User {
        try festival.services.users.addUser(
            UserDetails(name: "Vera", email: EmailAddress(rawValue: TeamInvitationTests.vera)))
    }

    /// Vera’s role; nil if Vera is not a member.
    private func role() throws -> Role? {
        try festival.services.members.members(of: organizer)
            .first { $0.user.email?.rawValue == TeamInvitationTests.vera }?.role
    }

    @Test("On a server that sends no e-mail, the page does not say that the server sends a link or an invitation")
    func withoutMail() async throws {
        try await Served.with(configuration: festival.configuration) { served async throws in
            let page = try await owner.get(served, path).body
            #expect(page.contains("This server sends no e-mail.") && !page.contains("The server sends a link"))
            #expect(page.contains(">Queue invitation<") && !page.contains("Send invitation"))
        }
    }

    // MARK: - New accounts

    @Test("The link of an invitation works once: a person without an account creates an account and becomes a member")
    func newAccount() async throws {
        try await serve { served async throws in
            let form = try await owner.get(served, path).body
            #expect(form.contains("The server sends a link to this address.") && form.contains(">Send invitation<"))
            let fields = try PageForm.filled(
                form, to: "\(path)/invite", ["email": " Vera@Example.org ", "role": "gate"])
            for _ in 0..<2 { #expect(try await owner.post(served, "\(path)/invite", fields).status == 303) }
            #expect(try festival.recipients(of: .teamInvitation) == [TeamInvitationTests.vera])
            let link = try #require(try festival.links(.teamInvitation).first)
            let list = try await owner.get(served, path).body
            #expect(list.contains("Withdraw invitation of vera@example.org") && !list.contains(link))
            let seen = try festival.services.notices.notices(of: organizer, limit: 100)
            #expect(seen.contains { $0.kind == .teamInvitation && $0.payload["link"] == nil })

            let page = try await open(served, "https://tickets.example/join#\(link)")
            #expect(page.status == 200 && page.body.contains("Test invites you to become a member of Nile Nights."))
            #expect(page.body.contains("Create an account with the address vera@example.org"))
            for (name, password, field) in [(" ", "long enough now", "name"), ("Vera", "short", "new")] {
                let reply = try await accept(served, link, name: name, password: password)
                #expect(reply.status == 422 && reply.body.contains("id=\"\(field)-fault\""), "\(field)")
            }
            #expect(try role() == nil)

            let joined = try await accept(served, link)
            #expect(joined.status == 303 && joined.headers["location"] == organizer.deskPath)
            #expect(try role() == .gate)
            let session = try #require(joined.cookies["__Host-session"])
            let head = "Accept: text/html\r\nCookie: __Host-session=\(session)\r\n"
            let account = try #require(try await served.ask("GET", "/desk/account", head: head))
            #expect(account.status == 200 && account.body.contains("Vera &lt;b&gt;"))

            #expect(try await open(served, link).status == 401)
            let again = try await accept(served, link, name: "Eve")
            #expect(again.status == 401 && again.body.contains("withdrawn or already used"))
            #expect(try festival.services.members.invitations(to: organizer).isEmpty)
            #expect(!served.log.text.contains(link) && !served.log.text.contains("vera"))
        }
        var records: [AuditRecord] = []
        try festival.services.audit.forEachChange(of: organizer) { records.append($0) }
        let record = try #require(records.last)
        #expect(record.action == "joinTeam" && record.after["role"] == "gate")
        #expect(record.subject == AuditSubject(.member, record.user))
        guard case .intact = try festival.services.audit.verifyAudit(of: organizer) else {
            Issue.record("the audit trail is broken")
            return
        }
    }

    // MARK: - Existing accounts

    @Test("A person with an account must sign in to it; another account and a form without a CSRF token are refused")
    func existingAccount() async throws {
        let vera = try DeskVisitor("vera", try addVera(), at: festival)
        let other = try DeskVisitor.member(.viewer, of: organizer, at: festival)
        let link = try invite(as: .manager)
        try await serve { served async throws in
            let page = try await open(served, link)
            #expect(page.body.contains("The address vera@example.org has an account."))
            let fields = try PageForm.filled(page.body, to: "/sign-in")
            #expect(fields.contains { $0 == ("next", "/join#\(link)") })
            #expect(fields.contains { $0 == ("email", TeamInvitationTests.vera) })
            #expect(try await accept(served, link).status == 409)

            let refused = try await open(served, link, as: other)
            #expect(refused.body.contains("for vera@example.org, but you are signed in as The viewer."))
            #expect(try await accept(served, link, as: other).status == 409)
            #expect(try role() == nil)

            #expect(try await open(served, link, as: vera).body.contains("Accept invitation"))
            let session = try #require(vera.session)
            let head =
                "Cookie: __Host-session=\(session.encoded)\r\nContent-Type: application/x-www-form-urlencoded\r\n"
            let foreign = try await served.ask("POST", "/join/accept", head: head, body: "link=\(link)")
            #expect(try foreign?.status == 403 && role() == nil)
            let joined = try await accept(served, link, as: vera)
            #expect(joined.status == 303 && joined.headers["location"] == organizer.deskPath)
            #expect(try role() == .manager)
            #expect(try await vera.get(served, organizer.deskPath).status == 200)
            #expect(try await accept(served, link, as: vera).status == 401)
        }
    }

    @Test("After a sign-in, the browser returns to the invitation")
    func signingIn() async throws {
        let user = try addVera()
        try festival.setCheapPassword("wet paint, mind the step", of: user)
        let link = try invite()
        try await serve { served async throws in
            let page = try await open(served, link).body
            let fields = try PageForm.filled(
                page, to: "/sign-in", ["password": "wet paint, mind the step"])
            let signedIn = try await DeskVisitor.nobody.post(served, "/sign-in", fields)
            #expect(signedIn.status == 303 && signedIn.headers["location"] == "/join#\(link)")
        }
    }

    @Test("An invited person who has become a member in the meantime keeps the current role")
    func member() async throws {
        let user = try addVera()
        let link = try invite(as: .viewer)
        _ = try festival.services.members.setRole(.manager, of: user, in: organizer)
        let vera = try DeskVisitor("vera", user, at: festival)
        try await serve { served async throws in
            #expect(try await accept(served, link, as: vera).status == 303)
            #expect(try role() == .manager)
        }
    }

    // MARK: - Invalid invitations

    @Test("A withdrawn invitation is refused, and its message is removed from the outbox")
    func withdrawn() async throws {
        let link = try invite()
        try await serve { served async throws in
            #expect(try await open(served, link).status == 200)
            let list = try await owner.get(served, path).body
            let withdraw = try #require(list.firstMatch(of: /action="([^"]*\/withdraw)"/)).1
            for _ in 0..<2 { #expect(try await owner.post(served, String(withdraw), []).status == 303) }
            #expect(try await open(served, link).status == 401)
            #expect(try await accept(served, link).status == 401)
            #expect(try festival.links(.teamInvitation).isEmpty && role() == nil)
            #expect(!(try await owner.get(served, path).body.contains("Pending invitations")))
        }
    }

    @Test("An invitation is refused after seven days, and after a later invitation of the same address")
    func outdated() async throws {
        let first = try invite()
        let second = try invite(as: .seller)
        #expect(try festival.services.members.invitations(to: organizer).map(\.invitation.role) == [.seller])
        try await serve { served async throws in
            #expect(try await open(served, first).status == 401)
            festival.clock.advance(bySeconds: 7 * 86_400 - 1)
            #expect(try await open(served, second).status == 200)
            festival.clock.advance(bySeconds: 1)
            #expect(try await open(served, second).status == 401)
            #expect(try await accept(served, second).status == 401)
        }
        #expect(try role() == nil)
        #expect(try festival.services.members.invitations(to: organizer).isEmpty)
    }

    @Test("If the inviter is no longer an owner, the invitation is invalid, and the list of invitations says so")
    func demoted() async throws {
        let joan = try festival.services.users.addUser(UserDetails(name: "Joan"))
        _ = try festival.services.members.setRole(.owner, of: joan, in: organizer)
        let services = try ManagementServices.signIn(to: festival.store, as: "\(joan.id)", clock: festival.clock.now)
        let link = try invite(as: .owner, by: services)
        _ = try festival.services.members.setRole(.manager, of: joan, in: organizer)
        try await serve { served async throws in
            #expect(try await open(served, link).status == 401)
            #expect(try await accept(served, link).status == 401)
            #expect(try await owner.get(served, path).body.contains("the inviter is no longer an owner"))
            _ = try festival.services.members.removeMember(joan, from: organizer)
            #expect(try await accept(served, link).status == 401)
        }
        #expect(try role() == nil && festival.services.members.members(of: organizer).count == 1)
    }

    @Test("A member’s address, a malformed address and the 21st invitation in a day cause an error at the field")
    func faults() async throws {
        _ = try festival.services.members.setRole(.gate, of: try addVera(), in: organizer)
        try await serve { served async throws in
            func fault(_ email: String) async throws -> Bool {
                let reply = try await owner.post(served, "\(path)/invite", [("email", email), ("role", "gate")])
                return reply.status == 422 && reply.body.contains(#"id="invite-email-fault""#)
            }
            #expect(try await fault("nowhere"))
            #expect(try await fault("VERA@example.org"))
            for number in 1...20 {
                _ = try festival.services.members.invite(
                    #require(EmailAddress(rawValue: "user\(number)@example.org")), as: .gate, to: organizer)
            }
            #expect(try await fault("user21@example.org"))
            #expect(try festival.links(.teamInvitation).count == 20)
            festival.clock.advance(bySeconds: 86_401)
            _ = try festival.services.members.invite(
                #require(EmailAddress(rawValue: "user21@example.org")), as: .gate, to: organizer)
        }
    }
}
