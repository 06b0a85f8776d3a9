import EventFixture
import Foundation
import Management
import Testing
import Ticketing

@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

@Suite("Pages that pair phones with an event", .serving, .slow)
struct DevicePageTests {
    private static let html = "Accept: text/html\r\n"
    private let festival: Festival

    init() throws { festival = try Festival() }

    @Test("The owner creates a pairing code for a gate; a phone that enters the code works only at that gate")
    func pairing() async throws {
        try await serve { served async throws in
            let owner = try await Visitor(owner: festival, served)
            let page = try #require(
                try await owner.post(devices, "gate=North+%26+South&name=", host: "laptop.local:8443"))
            #expect(page.status == 200)
            #expect(page.body.contains("class=\"pairing\"") && page.body.contains("North &amp; South"))
            let code = try #require(page.body.firstMatch(of: /class="code">([0-9A-Z-]+)</)).1
            let phone = Visitor(served)
            let paired = try #require(try await phone.post("/pair", "code=\(code)&name=Amina"))
            #expect(paired.status == 303)
            #expect(
                paired.headers["location"] == "/gate/\(festival.event.number)?gate=North%20%26%20South")
            let cookie = try #require(paired.headers["set-cookie"])
            #expect(cookie.hasPrefix("__Host-device="))
            for property in ["; Path=/", "; Secure", "; HttpOnly", "; SameSite=Strict"] {
                #expect(cookie.contains(property))
            }
            let device = Visitor(served, cookie: cookie)
            #expect(try await device.get("/who")?.body == "Amina at North & South")
            #expect(try await owner.get("/who")?.body == "Test")
            for path in ["/desk/account", devices, "/member"] {
                #expect(try await device.get(path)?.status == 401, "\(path)")
            }
            // The code can pair only one phone.
            #expect(try await phone.post("/pair", "code=\(code)&name=Amina")?.status == 401)
            let secrets = [
                String(code), String(code.replacing("-", with: "")), String(cookie.prefix { $0 != ";" }.suffix(64)),
            ]
            for secret in secrets { #expect(!served.log.text.contains(secret)) }
            #expect(!served.log.text.contains("Amina") && served.log.text.contains("pairing"))
        }
    }

    @Test("After a phone is revoked, the server refuses all requests of the phone")
    func revoked() async throws {
        try await serve { served async throws in
            let owner = try await Visitor(owner: festival, served)
            let (code, pairing) = try festival.services.devices.createPairing(
                to: festival.event, gate: "North", name: "Amina")
            let cookie = try #require(
                try await Visitor(served).post("/pair", "code=\(code.text)")?.headers["set-cookie"])
            let device = Visitor(served, cookie: cookie)
            #expect(try await device.get("/who")?.status == 200)
            #expect(try await owner.get(devices)?.body.contains("\(devices)/\(pairing.device)/revoke") ?? false)
            let revoked = try #require(try await owner.post("\(devices)/\(pairing.device)/revoke", ""))
            #expect(revoked.status == 303 && revoked.headers["location"] == devices)
            #expect(try await device.get("/who")?.status == 401)
            #expect(try await owner.get(devices)?.body.contains("revoked") ?? false)
            for id in ["0", "x", "18446744073709551615", "\(pairing.device)0"] {
                #expect(try await owner.post("\(devices)/\(id)/revoke", "")?.status == 404, "\(id)")
            }
        }
    }

    @Test(
        "With a malformed code, a wrong code or one attempt too many, no phone is paired; the page escapes typed text"
    )
    func refused() async throws {
        try await serve { served async throws in
            let code = try festival.services.devices.createPairing(to: festival.event, gate: "North").code
            let phone = Visitor(served)
            let hostile = "%3Cscript%3Ealert(1)%3C%2Fscript%3E"
            let none = try #require(try await phone.post("/pair", "code=\(hostile)&name=\(hostile)"))
            #expect(none.status == 422 && !none.body.contains("<script>alert"))
            // A phone without a name is not paired, and the code stays valid.
            let nameless = try #require(try await phone.post("/pair", "code=\(code.text)&name="))
            #expect(nameless.status == 422 && nameless.body.contains(code.text))
            for number in 1...5 {
                #expect(try await phone.post("/pair", "code=0000-000\(number)&name=A")?.status == 401)
            }
            let sixth = try #require(try await phone.post("/pair", "code=\(code.text)&name=A"))
            #expect(sixth.status == 429 && sixth.headers["retry-after"] == "60")
            festival.clock.advance(bySeconds: 60)
            #expect(try await phone.post("/pair", "code=\(code.text)&name=A")?.status == 303)
            #expect(try await phone.post("/pair", "code=\(code.text)&name=A")?.status == 401)
            #expect(try await phone.post("/pair", "code=a&code=b")?.status == 400)
            let foreign = try await served.ask(
                "POST", "/pair",
                head: "Sec-Fetch-Site: cross-site\r\nContent-Type: application/x-www-form-urlencoded\r\n",
                body: "code=\(code.text)&name=A")
            #expect(foreign?.status == 403)
        }
    }

    @Test("Markup in the names of phones and gates is escaped; an error appears at the faulty field")
    func hostile() async throws {
        try await serve { served async throws in
            let owner = try await Visitor(owner: festival, served)
            let hostile = "%3Cscript%3Ealert(1)%3C%2Fscript%3E%3Csvg%20onload%3Dx%3E%22%27"
            let made = try #require(try await owner.post(devices, "gate=\(hostile)&name=\(hostile)"))
            #expect(made.status == 200)
            let displayed = try #require(try await owner.get(devices))
            for page in [made, displayed] {
                #expect(!page.body.contains("<script>alert") && !page.body.contains("<svg onload"))
                #expect(page.body.contains("&lt;script&gt;"))
            }
            let fault = try #require(try await owner.post(devices, "gate=&name=\(hostile)"))
            #expect(fault.status == 422 && fault.body.contains("gate-fault") && !fault.body.contains("<script>alert"))
            #expect(try await owner.post(devices, "gate=North&sub_event=7")?.status == 422)
        }
    }

    @Test("If phones cannot open the server’s URL, the page has no QR code, but says how phones can connect")
    func unreachable() async throws {
        try await serve { served async throws in
            let owner = try await Visitor(owner: festival, served)
            for host in ["localhost", "127.0.0.1:8080", "[::1]:8080", "LOCALHOST:1"] {
                let page = try #require(try await owner.post(devices, "gate=North", host: host))
                #expect(!page.body.contains("class=\"pairing\"") && page.body.contains("--tls self-signed"), "\(host)")
            }
        }
    }

    @Test("Anonymous clients, members with the role “gate”, and outsiders can neither see nor pair an event’s phones")
    func others() async throws {
        let gate = try festival.member(.gate)
        let stranger = try festival.services.users.addUser(UserDetails(name: "Stranger"))
        try await serve { served async throws in
            #expect(try await Visitor(served).get(devices)?.status == 401)
            let working = try await Visitor(gate, at: festival, served)
            #expect(try await working.get(devices)?.status == 403)
            #expect(try await working.post(devices, "gate=North")?.status == 403)
            let other = try await Visitor(stranger, at: festival, served)
            #expect(try await other.get(devices)?.status == 404)
            #expect(try await other.post(devices, "gate=North")?.status == 404)
        }
        #expect(try festival.services.devices.pairings(of: festival.event).isEmpty)
    }

    @Test("A user can end one of their sessions from a second browser; other users can’t end that session")
    func sessions() async throws {
        try await serve { served async throws in
            let (mine, lost) = (try await Visitor(owner: festival, served), try await Visitor(owner: festival, served))
            let account = try #require(try await mine.get("/desk/account"))
            let ends = account.body.matches(of: /action="(\/desk\/account\/sessions\/[0-9a-f]{16}\/end)"/).map {
                "\($0.1)"
            }
            #expect(ends.count == 1 && account.body.contains("This one"))
            let stranger = try await Visitor(festival.member(.viewer), at: festival, served)
            _ = try await stranger.post(ends[0], "")
            #expect(try await lost.get("/desk/account")?.status == 200)
            #expect(try await mine.post("/desk/account/sessions/x/end", "")?.status == 404)
            #expect(try await mine.post(ends[0], "")?.headers["location"] == "/desk/account")
            #expect(try await lost.get("/desk/account")?.status == 401)
            #expect(try await mine.get("/desk/account")?.status == 200)
        }
    }

    private var devices: String { "/desk/e/\(festival.event.slug)/devices" }

    private func serve(_ work: (Served) async throws -> Void) async throws {
        let routes: [Route] = [
            .get("/who", .gate(.scan)) { request in
                .text(
                    try await request.withServicesAtGate { services, device in
                        device.map { "\($0.name) at \($0.assignment.gate)" } ?? services.user.name
                    })
            },
            .get("/member", .member(.scan)) { request in .text(try await request.withServices { $0.user.name }) },
        ]
        try await Served.with(
            routes, settings: .local(names: ["laptop.local"]), configuration: festival.configuration, work)
    }
}

extension Festival {
    func member(_ role: Role) throws -> User {
        let user = try services.users.addUser(UserDetails(name: "\(role)"))
        _ = try services.members.setRole(role, of: user, in: services.organizers.organizer(named: "Nile Nights"))
        return user
    }
}

/// A simulated browser with at most one cookie, for example the cookie of its session.
struct Visitor: Sendable {
    private let served: Served
    private let cookie: String?

    init(_ served: Served, cookie: String? = nil) {
        self.served = served
        self.cookie = cookie
    }

    /// Signs in with a link as the local owner.
    init(owner festival: Festival, _ served: Served) async throws {
        let link = try festival.services.users.createSignInLink().encoded
        let reply = try await Visitor(served).post("/enter", "link=\(link)")
        self.init(served, cookie: try #require(reply?.headers["set-cookie"]))
    }

    /// Gives the user a password, and signs in with this password.
    init(_ user: User, at festival: Festival, _ served: Served) async throws {
        let link = try ManagementServices.signIn(to: festival.store, as: "\(user.id)", clock: festival.clock.now)
        let email = try #require(EmailAddress(rawValue: "user\(user.id)@example.org"))
        _ = try festival.services.users.setPassword(
            NewPassword(.init(copying: "wet paint, mind the step".utf8.span)), of: link.user, email: email)
        let reply = try await Visitor(served).post(
            "/sign-in", "email=\(email)&password=wet+paint%2C+mind+the+step")
        self.init(served, cookie: try #require(reply?.headers["set-cookie"]))
    }

    func get(_ path: String, host: String = "localhost") async throws -> Reply? {
        try await served.ask("GET", path, host: host, head: head)
    }

    /// Submits a form with the CSRF token, as a page of the server does.
    func post(_ path: String, _ form: String, host: String = "localhost") async throws -> Reply? {
        var code = ""
        if cookie != nil {
            let page = try #require(try await get("/desk/account"))
            code = page.body.firstMatch(of: /name="antiforgery" content="([0-9a-f]+)"/).map { "\($0.1)" } ?? ""
        }
        return try await served.ask(
            "POST", path, host: host, head: head + "Content-Type: application/x-www-form-urlencoded\r\n",
            body: code.isEmpty ? form : "\(form)&antiforgery=\(code)")
    }

    private var head: String { cookie.map { "Cookie: \($0.prefix { $0 != ";" })\r\n" } ?? "" }
}
