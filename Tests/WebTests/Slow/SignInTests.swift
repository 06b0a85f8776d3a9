import Cryptography
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

@Suite("Signing in with a browser", .serving, .slow)
struct SignInTests {
    private static let password = "wet paint, mind the step"
    private static let page = "Accept: text/html\r\n"
    private let festival: Festival
    private let joan: User

    init() throws {
        festival = try Festival()
        let email = try #require(EmailAddress(rawValue: "joan@example.org"))
        joan = try festival.services.users.addUser(UserDetails(name: "Joan <b>", email: email))
        _ = try festival.services.users.setPassword(
            NewPassword(SecretBytes(copying: SignInTests.password.utf8.span)), of: joan)
    }

    @Test("Without a session, a browser is redirected to sign-in, with the path to return to; other clients get a 401")
    func strangers() async throws {
        try await serve { served async throws in
            let page = try #require(try await served.ask("GET", "/desk/account", head: SignInTests.page))
            #expect(page.status == 303)
            #expect(page.headers["location"] == "/sign-in?next=%2Fdesk%2Faccount")
            #expect(try await served.ask("GET", "/desk/account")?.status == 401)
            for cookie in [
                "__Host-session=", "__Host-session=0", "__Host-session=\(String(repeating: "0", count: 64))",
            ] {
                let head = "Cookie: \(cookie)\r\n"
                #expect(try await served.ask("GET", "/desk/account", head: head)?.status == 401, "\(cookie)")
            }
        }
    }

    @Test(
        "The right password starts a session and ends the old one; no script or other site can see the session’s cookie"
    )
    func entering() async throws {
        try await serve { served async throws in
            let reply = try #require(try await signIn(served, next: "/desk/account"))
            #expect(reply.status == 303)
            #expect(reply.headers["location"] == "/desk/account")
            let cookie = try #require(reply.headers["set-cookie"])
            #expect(cookie.hasPrefix("__Host-session="))
            for property in ["; Path=/", "; Secure", "; HttpOnly", "; SameSite=Strict"] {
                #expect(cookie.contains(property))
            }
            let account = try #require(try await served.ask("GET", "/desk/account", head: head(cookie)))
            #expect(account.status == 200)
            #expect(account.body.contains("Joan &lt;b&gt;"))
            // Signing in again ends the previous session.
            let again = try #require(try await signIn(served, head: head(cookie)))
            #expect(again.headers["set-cookie"] != cookie)
            #expect(try await served.ask("GET", "/desk/account", head: head(cookie))?.status == 401)
            #expect(!served.log.text.contains("joan"))
            #expect(!served.log.text.contains(secret(cookie)))
        }
    }

    @Test(
        "A wrong password and an unknown e-mail address get the same response; after several failures, a user must wait"
    )
    func refused() async throws {
        try await serve { served async throws in
            let wrong = try #require(try await signIn(served, password: "another one altogether"))
            let nobody = try #require(try await signIn(served, email: "nobody@example.org"))
            #expect(wrong.status == 401 && nobody.status == 401)
            #expect(
                wrong.body.replacing("joan@", with: "nobody@") == nobody.body)
            #expect(wrong.headers["set-cookie"] == nil)
            for reply in [wrong, try #require(try await signIn(served, email: "no%20address"))] {
                #expect(reply.body.contains("<title>Error: Sign in"))
                #expect(reply.body.contains("id=\"errors\" role=\"alert\" tabindex=\"-1\" autofocus"))
                #expect(reply.body.contains("<a href=\"#email\">") && reply.body.contains("aria-invalid=\"true\""))
            }
            for _ in 0..<3 { _ = try await signIn(served, password: "another one altogether") }
            let sixth = try #require(try await signIn(served))
            #expect(sixth.status == 429)
            #expect((sixth.headers["retry-after"].flatMap { Int($0) } ?? 0) > 0)
            festival.clock.advance(bySeconds: 3600)
            #expect(try await signIn(served)?.status == 303)
        }
    }

    @Test(
        "Sign-in never redirects to another server",
        arguments: [
            "//evil.example", "https://evil.example/", "/\\evil.example", "javascript:alert(1)", "\\\\evil.example", "",
            "/a\u{9}b", "desk", "/\nSet-Cookie: a=b",
        ])
    func elsewhere(next: String) async throws {
        try await serve { served async throws in
            let reply = try #require(try await signIn(served, next: next))
            #expect(reply.status == 303)
            #expect(reply.headers["location"] == "/desk")
        }
    }

    @Test("A request that changes data is accepted only with the CSRF token of its own session")
    func antiforgery() async throws {
        try await serve { served async throws in
            let first = try #require(try await signIn(served)?.headers["set-cookie"])
            let second = try #require(try await signIn(served)?.headers["set-cookie"])
            let code = try await code(served, first)
            #expect(try await served.ask("POST", "/sign-out-everywhere", head: head(first))?.status == 403)
            for wrong in [try await self.code(served, second), "", "0", String(code.reversed())] {
                let reply = try await post(served, "/sign-out-everywhere", cookie: first, "antiforgery=\(wrong)")
                #expect(reply?.status == 401)
            }
            #expect(try await served.ask("GET", "/desk/account", head: head(first))?.status == 200)
            let reply = try await served.ask(
                "POST", "/sign-out-everywhere", head: head(first) + "X-Antiforgery: \(code)\r\n")
            #expect(reply?.status == 303)
            for cookie in [first, second] {
                #expect(try await served.ask("GET", "/desk/account", head: head(cookie))?.status == 401)
            }
        }
    }

    @Test("If a form is submitted after the session has ended, sign-in shows the form again, without its secret fields")
    func expired() async throws {
        let typed =
            #"title=<script>alert("1")</script>&note=a+%26+b&new_password=secret&number=CM8812&form=3331489e&seen-title=472c3089&request=9f"#
        try await serve { served async throws in
            let cookie = try #require(try await signIn(served)?.headers["set-cookie"])
            let code = try await code(served, cookie)
            festival.clock.advance(bySeconds: 3 * 3600)
            let over = try #require(
                try await post(served, "/note", cookie: cookie, "\(typed)&antiforgery=\(code)", SignInTests.page))
            #expect(over.status == 401)
            #expect(!over.body.contains("<script>alert"))
            #expect(!over.body.contains("secret") && !over.body.contains("CM8812"))
            let kept = try #require(over.body.firstMatch(of: /name="kept" value="([^"]*)"/)).1
            let encoded = try #require(
                kept.replacing("&amp;", with: "&").addingPercentEncoding(withAllowedCharacters: .alphanumerics))
            let again = try #require(try await signIn(served, more: "&action=%2Fnote&kept=\(encoded)"))
            #expect(again.status == 200)
            #expect(again.body.contains("&lt;script&gt;"))
            #expect(again.body.contains(#"action="/note""#))
            // The page submits the form’s hidden fields again, but does not display them.
            let displayedFields = again.body.matches(of: /<dt>([^<]*)<\/dt>/).map { String($0.1) }
            #expect(displayedFields == ["Title", "Note"])
            #expect(again.body.contains(#"<input type="hidden" name="seen-title" value="472c3089">"#))
            let fresh = try #require(again.headers["set-cookie"])
            let token = try #require(again.body.firstMatch(of: /name="antiforgery" value="([0-9a-f]+)"/)).1
            let sent = try await post(served, "/note", cookie: fresh, "\(typed)&antiforgery=\(token)")
            #expect(sent?.body == #"<script>alert("1")</script>, a & b"#)
        }
    }

    @Test("A sign-in link works once; a user can paste the whole link or only its secret")
    func link() async throws {
        try await serve { served async throws in
            let link = try festival.services.users.createSignInLink().encoded
            for wrong in ["", "x", "#", "\(link)0", String(repeating: "0", count: 64)] {
                #expect(try await post(served, "/enter", "link=\(wrong)")?.status == 401)
            }
            let reply = try #require(try await post(served, "/enter", "link=http%3A%2F%2Flocalhost%2Fenter%23\(link)"))
            #expect(reply.status == 303)
            let cookie = try #require(reply.headers["set-cookie"])
            #expect(try await served.ask("GET", "/desk/account", head: head(cookie))?.status == 200)
            #expect(try await post(served, "/enter", "link=\(link)")?.status == 401)
            #expect(!served.log.text.contains(link))
            // The page also says how to sign in if the server printed no link.
            let page = try #require(try await served.ask("GET", "/enter")?.body)
            #expect(page.contains("<code>eventpass user password USER --email ADDRESS</code>"), "\(page)")
        }
    }

    @Test("A new password ends all earlier sessions; a wrong, short or mistyped password changes nothing")
    func changing() async throws {
        try await serve { served async throws in
            let other = try #require(try await signIn(served)?.headers["set-cookie"])
            let cookie = try #require(try await signIn(served)?.headers["set-cookie"])
            let code = try await code(served, cookie)
            func change(_ current: String, _ new: String, _ repeated: String) async throws -> Reply? {
                try await post(
                    served, "/desk/account/password", cookie: cookie,
                    "antiforgery=\(code)&current_password=\(current)&new_password=\(new)&repeated_password=\(repeated)")
            }
            let right = SignInTests.password.replacing(" ", with: "+")
            #expect(try await change(right, "short", "short")?.body.contains("at least 10") ?? false)
            #expect(
                try await change(right, "long+enough+now", "long+enough+then")?.body.contains("differ") ?? false)
            #expect(
                try await change("wrong", "long+enough+now", "long+enough+now")?.body.contains("Wrong password")
                    ?? false)
            #expect(try await served.ask("GET", "/desk/account", head: head(other))?.status == 200)
            let changed = try #require(try await change(right, "long+enough+now", "long+enough+now"))
            #expect(changed.status == 303)
            let fresh = try #require(changed.headers["set-cookie"])
            #expect(try await served.ask("GET", "/desk/account", head: head(fresh))?.status == 200)
            for old in [other, cookie] {
                #expect(try await served.ask("GET", "/desk/account", head: head(old))?.status == 401)
            }
        }
    }

    // MARK: - Requests of a browser

    private func serve(_ work: (Served) async throws -> Void) async throws {
        let note = Route.post("/note", .signedIn) { request in
            _ = try await request.withServices(\.user)
            let form = try await request.form()
            return .text("\(try form.value("title") ?? ""), \(try form.value("note") ?? "")")
        }
        try await Served.with([note], configuration: festival.configuration, work)
    }

    private func signIn(
        _ served: Served, email: String = "joan@example.org", password: String = SignInTests.password,
        next: String = "", head: String = "", more: String = ""
    ) async throws -> Reply? {
        let next = next.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        return try await post(
            served, "/sign-in", "email=\(email)&password=\(password.replacing(" ", with: "+"))&next=\(next)\(more)",
            head)
    }

    private func post(
        _ served: Served, _ path: String, cookie: String? = nil, _ form: String, _ more: String = ""
    ) async throws -> Reply? {
        try await served.ask(
            "POST", path,
            head: (cookie.map(head) ?? "") + more + "Content-Type: application/x-www-form-urlencoded\r\n", body: form)
    }

    private func head(_ cookie: String) -> String { "Cookie: \(cookie.prefix { $0 != ";" })\r\n" }

    private func secret(_ cookie: String) -> String {
        String(cookie.prefix { $0 != ";" }.drop { $0 != "=" }.dropFirst())
    }

    private func code(_ served: Served, _ cookie: String) async throws -> String {
        let page = try #require(try await served.ask("GET", "/desk/account", head: head(cookie)))
        return String(try #require(page.body.firstMatch(of: /name="antiforgery" content="([0-9a-f]+)"/)).1)
    }
}
