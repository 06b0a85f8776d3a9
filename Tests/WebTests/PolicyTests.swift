import EventFixture
import Testing

@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

@Suite("Content security policy", .serving)
struct PolicyTests {
    @Test("A page’s policy lists the addresses of the page’s scripts and of the scripts that they import, and no more")
    func scripts() throws {
        let pages = try PageRenderer(.embedded)
        let address = try Assets.embedded.address
        for (template, scripts) in [
            ("sign-in-link", ["sign-in-link.js"]), ("desk-event", ["dashboard-figures.js", "forms.js"]),
            ("desk-orders", ["forms.js"]),
            ("ticket", ["forms.js", "qr.js", "share.js", "ticket.js"]), ("home", []), ("problem", []),
        ] {
            #expect(pages.scripts(of: template) == scripts.map { "\(address)/scripts/\($0)" }, "\(template)")
        }
        #expect(pages.scripts(of: "gate").count > 8)
        for (name, _) in Assets.embedded.files {
            guard let template = PageRenderer.templateName(name), let text = Assets.embedded.text(name) else {
                continue
            }
            for script in text.matches(of: /<script[^>]*>/) {
                let path = try #require(script.0.firstMatch(of: /src="\{\{assets\}\}([^"]+)"/)).1
                #expect(pages.scripts(of: template).contains("\(address)\(path)"), "\(name)")
            }
        }
    }

    @Test(
        "A page’s policy allows the page’s scripts at the requested host; a response without scripts allows no script"
    )
    func header() async throws {
        try await Served.with { served async throws in
            let script = try Assets.embedded.address(of: "scripts/sign-in-link.js")
            let entry = try #require(try await served.ask("GET", "/enter", head: "Accept: text/html\r\n"))
            let policy = try #require(entry.headers["content-security-policy"])
            #expect(policy.contains("; script-src localhost\(script); "), "\(policy)")
            for path in ["/", "/nothing", script] {
                let reply = try #require(try await served.ask("GET", path, head: "Accept: text/html\r\n"))
                let policy = try #require(reply.headers["content-security-policy"])
                #expect(policy.contains("; script-src 'none'; "), "\(path)")
                #expect(policy.contains("require-trusted-types-for 'script'; trusted-types 'none'"))
            }
        }
    }

    @Test(
        "If the requested host can’t be written in a policy, the policy allows 'self' in place of this host",
        arguments: ["[::1]:8080", "a b", "a;script-src *", "a/b", "*", "a\r\nb", ""])
    func authorities(_ authority: String) {
        let policy = ContentSecurityPolicy(scripts: ["/assets/0/scripts/a.js"], authority: authority).text
        #expect(policy.contains("; script-src 'self'; "), "\(policy)")
    }

    @Test("A policy contains the requested host and port")
    func host() {
        let policy = ContentSecurityPolicy(scripts: ["/a.js", "/b.js"], authority: "laptop.local:8443").text
        #expect(policy.contains("; script-src laptop.local:8443/a.js laptop.local:8443/b.js; "))
    }

    @Test("No script parses text as markup")
    func noMarkup() throws {
        for (name, _) in Assets.embedded.files where name.hasPrefix("scripts/") {
            let text = try #require(Assets.embedded.text(name))
            for sink in [
                "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "DOMParser",
                "createContextualFragment",
                "srcdoc", "eval(", "new Function", "setHTML", "createPolicy", "responseType",
            ] {
                #expect(!text.contains(sink), "\(name): \(sink)")
            }
        }
    }
}
