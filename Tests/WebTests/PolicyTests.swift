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
    @Test("A page’s policy lists the URLs of the page’s scripts and of the scripts that they import, and no others")
    func scripts() throws {
        let pages = try PageRenderer(.embedded)
        let address = try Assets.embedded.address
        for (template, scripts) in [
            ("sign-in-link", ["sign-in-link.js"]),
            (
                "desk-event",
                [
                    "charts.js", "dashboard-figures.js", "elements.js", "forms.js", "guard.js", "markup.js",
                    "palette.js", "pending.js", "share.js", "tabs.js",
                ]
            ),
            (
                "desk-orders",
                ["elements.js", "forms.js", "guard.js", "lists.js", "palette.js", "pending.js", "tabs.js"]
            ),
            ("ticket", ["forms.js", "interests.js", "qr.js", "share.js", "ticket.js", "tickets.js"]), ("home", []),
            ("problem", []),
        ] {
            #expect(pages.scripts(of: template) == scripts.map { "\(address)/scripts/\($0)" }, "\(template)")
        }
        #expect(pages.scripts(of: "gate").count > 8)
        for (name, _) in Assets.embedded.files {
            guard let template = PageRenderer.templateName(name), let text = Assets.embedded.text(name) else {
                continue
            }
            for script in text.matches(of: /<script[^>]*>/) where script.0 != MarkupGrammar.dataScript {
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
        "If the requested host can’t be written in a policy, the policy allows only scripts with a new random nonce",
        arguments: ["[::1]:8080", "a b", "a;script-src *", "a/b", "*", "a\r\nb", "", nil] as [String?])
    func authorities(_ authority: String?) throws {
        let policies = (0..<2).map { _ in
            ContentSecurityPolicy(scripts: ["/assets/0/scripts/a.js"], authority: authority)
        }
        for policy in policies {
            let nonce = try #require(policy.nonce)
            #expect(nonce.wholeMatch(of: /[0-9a-f]{32}/) != nil, "\(nonce)")
            #expect(policy.text.contains("; script-src 'nonce-\(nonce)'; "), "\(policy.text)")
        }
        #expect(policies[0].nonce != policies[1].nonce)
        let withoutScripts = ContentSecurityPolicy(authority: authority)
        #expect(withoutScripts.nonce == nil && withoutScripts.text.contains("; script-src 'none'; "))
    }

    @Test("A page at an IPv6 address allows only the scripts of its own template: they have the nonce of its policy")
    func addresses() async throws {
        try await Served.with { served async throws in
            var nonces: Set<String> = []
            for path in ["/enter", "/sign-in", "/sign-in"] {
                let reply = try #require(
                    try await served.ask("GET", path, host: "[::1]:8080", head: "Accept: text/html\r\n"))
                let policy = try #require(reply.headers["content-security-policy"])
                let nonce = String(try #require(policy.firstMatch(of: /script-src 'nonce-([0-9a-f]+)';/)).1)
                let scripts = reply.body.matches(of: /<script[^>]*>/)
                #expect(!scripts.isEmpty && scripts.allSatisfy { $0.0.contains(" nonce=\"\(nonce)\" ") }, "\(path)")
                nonces.insert(nonce)
                let named = try #require(try await served.ask("GET", path, head: "Accept: text/html\r\n"))
                #expect(named.body.contains("<script ") && !named.body.contains("nonce"), "\(path)")
            }
            #expect(nonces.count == 3)
        }
    }

    @Test("Every script of a template gets the nonce of the page’s policy")
    func nonces() throws {
        var count = 0
        for name in Assets.embedded.files.keys where PageRenderer.templateName(name) != nil {
            for script in try #require(Assets.embedded.text(name)).matches(of: /<script[^>]*>/)
            where script.0 != MarkupGrammar.dataScript {
                #expect(script.0.contains("{{#nonce}} nonce=\"{{nonce}}\"{{/nonce}} "), "\(name): \(script.0)")
                count += 1
            }
        }
        #expect(count > 20)
    }

    @Test("A policy contains the requested host and port")
    func host() {
        let policy = ContentSecurityPolicy(scripts: ["/a.js", "/b.js"], authority: "laptop.local:8443")
        #expect(policy.text.contains("; script-src laptop.local:8443/a.js laptop.local:8443/b.js; "))
        #expect(policy.nonce == nil)
    }

    @Test("No script parses text as markup")
    func noMarkup() throws {
        for (name, _) in Assets.embedded.files where name.hasPrefix("scripts/") {
            let text = try #require(Assets.embedded.text(name))
            for sink in [
                "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "DOMParser",
                "createContextualFragment",
                "srcdoc", "eval(", "new Function", "setHTML", "responseType",
            ] {
                #expect(!text.contains(sink), "\(name): \(sink)")
            }
            #expect(text.contains("createPolicy") == (name == PushWorker.pageScript), "\(name)")
        }
    }

    @Test("Only the page of message preferences may register a service worker: the one for push messages")
    func worker() throws {
        let pages = try PageRenderer(.embedded)
        for name in Assets.embedded.files.keys {
            guard let template = PageRenderer.templateName(name) else { continue }
            #expect(pages.registersPushWorker(template) == (template == "preferences"), "\(template)")
        }
        let policy = ContentSecurityPolicy(scripts: ["/a.js"], authority: "laptop.local", registersPushWorker: true)
        #expect(policy.text.hasSuffix("; worker-src laptop.local/push-worker.js"))
        #expect(policy.text.contains("; trusted-types push-worker; "))
        let byAddress = ContentSecurityPolicy(scripts: ["/a.js"], authority: "[::1]:8", registersPushWorker: true)
        #expect(byAddress.text.hasSuffix("; worker-src 'self'") && byAddress.nonce != nil)
        let other = ContentSecurityPolicy(scripts: ["/a.js"], authority: "laptop.local")
        #expect(!other.text.contains("worker-src") && other.text.contains("; trusted-types 'none'; "))
    }
}
