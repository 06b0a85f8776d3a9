import Cryptography
import EventFixture
import Foundation
@testable import Management
import MessageTransport
import Store
import Testing
import Ticketing

@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

private let secret = "0123456789abcdef0123456789abcdef"
private let path = "/m/\(secret)"
private let email = "grace@example.org"

/// The values that a browser sends when it turns on push messages.
private struct PushBrowser {
    let endpoint: String
    let publicKey: String
    let auth: String

    init(_ name: String, publicKey: String? = nil, auth: String? = nil) throws {
        endpoint = name.contains(":") ? name : "https://push.example/\(name)"
        self.publicKey = try publicKey ?? Base64URL.text(P256.Key.random().key.publicKey)
        self.auth = auth ?? Base64URL.text([UInt8](repeating: 7, count: 16))
    }

    var fields: [String: String] {
        ["action": "add-device", "endpoint": endpoint, "p256dh": publicKey, "auth": auth]
    }

    /// The form fields that confirm this browser with a code.
    func entry(_ code: String) -> [String: String] {
        ["action": "confirm-device", "push_code": code, "endpoint": endpoint]
    }
}

extension Festival {
    fileprivate func addRecipient(_ address: String, secret own: String = secret) throws {
        _ = try store.write { try $0.recipients.add(MessageRecipient(address: address, secret: own)) }
    }

    fileprivate func servePush(_ work: (Served, Browser) async throws -> Void) async throws {
        var settings = MessageSettings()
        settings.publicURL = "https://tickets.example.org"
        settings.mail = MailSettings(
            way: .folder("\(folder.path)/mail"), from: try #require(EmailAddress(rawValue: "tickets@example.org")))
        settings.push = PushSettings(contact: "mailto:a@example.org", privateKey: try PushSettings.randomKey())
        let configuration = ServerConfiguration(clock: clock.now, keyRing: keys, messages: { [settings] in settings }) {
            [address] in try Store.open(address)
        }
        try await Served.with(configuration: configuration) { served async throws in
            try await work(served, Browser(served))
        }
    }

    fileprivate func code(to recipient: String = email) throws -> String {
        let codes = try store.read { try $0.notices.due(at: clock.now(), limit: 1000) }
            .filter { $0.recipient == recipient && $0.kind == .confirmEmail }
        return try #require(codes.last?.payload["code"])
    }

    fileprivate func endpoints(of recipient: String = email) throws -> [String] {
        try store.read { try $0.pushSubscriptions.confirmed(of: recipient) }.map(\.endpoint)
    }

    /// Turns on push messages in a browser, and confirms them with the code. Then sets the clock forward by three
    /// hours, because the server sends only a few codes to an address in this time.
    fileprivate func turnOn(_ device: PushBrowser, _ browser: Browser, at page: String = path) async throws {
        try await browser.get(page)
        let own = String(page.dropFirst("/m/".count))
        let recipient = try #require(try store.read { try $0.recipients.with(secret: own) })
        try await browser.submit(page, device.fields)
        let code = try self.code(to: recipient.address)
        try await browser.submit(page, device.entry(code))
        clock.advance(bySeconds: 3 * 3600)
    }
}

@Suite("Push messages on the page of message preferences", .serving)
struct PushPageTests {
    private let defaults = [
        "action": "save", "from": "22:00", "until": "07:00", "zone": "", "reminders": "standard", "tongue": "en",
    ]

    private func wrong(_ code: String) -> String { code == "000000" ? "111111" : "000000" }

    @Test("A recipient turns on push messages with a code, chooses them for reminders, and removes the browser")
    func story() async throws {
        let festival = try Festival()
        try festival.addRecipient(email)
        try await festival.servePush { _, browser async throws in
            try await browser.get(path)
            #expect(browser.body.contains("Turn on in this browser") && !browser.body.contains("reminder-way"))
            let device = try PushBrowser("a")
            let asked = try await browser.submit(path, device.fields)
            #expect(asked.body.contains("A code is on its way") && asked.body.contains("name=\"push_code\""))
            // Without the code, the browser gets nothing.
            #expect(try festival.endpoints().isEmpty)
            let code = try festival.code()
            let refused = try await browser.send(path, device.entry(wrong(code)))
            #expect(refused.status == 422 && refused.body.contains("\"push_code-fault\""))
            try await browser.submit(path, device.entry(code))
            #expect(try festival.endpoints() == [device.endpoint])
            #expect(browser.body.contains("Saved.") && browser.body.contains("Unknown browser, since"))
            // The page reveals neither the endpoint nor the keys.
            for value in [device.endpoint, device.publicKey, device.auth] { #expect(!browser.body.contains(value)) }
            let hash = Hexadecimal.text(try SHA256.digest(Array(device.endpoint.utf8)))
            #expect(browser.body.contains("data-devices=\"\(hash)\""))

            // The same browser needs no second code.
            let again = try await browser.submit(path, device.fields)
            #expect(again.body.contains("Saved.") && !again.body.contains("name=\"push_code\""))

            #expect(browser.body.contains("By push message") && !browser.body.contains("By SMS"))
            #expect(browser.body.contains("By e-mail; urgent messages and entries by push message"))
            var ways = defaults
            for kind in Notice.Kind.allCases where kind.canUseOtherAddress && kind.because != .becauseManager {
                ways["\(kind.rawValue)-way"] = kind == .reminder ? "push" : kind.suggestsEvents ? "off" : "auto"
            }
            try await browser.submit(path, ways)
            func preferences() throws -> MessagePreferences {
                try #require(try festival.store.read { try $0.recipients.with(secret: secret) }).preferences
            }
            #expect(try preferences().chosen == ["reminder": .push])

            let id = try browser.value(behind: "name=\"device\" value=\"")
            try await browser.submit(path, ["action": "remove-device", "device": id])
            #expect(try festival.endpoints().isEmpty && preferences().chosen.isEmpty)
            #expect(!browser.body.contains("Unknown browser"))
        }
    }

    @Test(
        "If the browser’s values are malformed, the server stores nothing and sends no code",
        arguments: [
            ("http://push.example/a", nil, nil), ("https://127.0.0.1/a", nil, nil), ("https://10.1.2.3/a", nil, nil),
            ("https://user@push.example/a", nil, nil), ("https:", nil, nil),
            ("https://push.example/\(String(repeating: "a", count: 1010))", nil, nil), ("a", "", nil),
            ("a", "BAAA", nil), ("a", Base64URL.text([4] + [UInt8](repeating: 1, count: 64)), nil), ("a", nil, ""),
            ("a", nil, Base64URL.text([UInt8](repeating: 7, count: 15))), ("a", nil, "BTBZMqHH6r4Tts7J/aSIgg"),
        ] as [(String, String?, String?)])
    func hostile(endpoint: String, publicKey: String?, auth: String?) async throws {
        let festival = try Festival()
        try festival.addRecipient(email)
        try await festival.servePush { _, browser async throws in
            try await browser.get(path)
            let device = try PushBrowser(endpoint, publicKey: publicKey, auth: auth)
            let refused = try await browser.send(path, device.fields)
            #expect(refused.status == 422 && refused.body.contains("could not turn on push messages"))
            #expect(try festival.store.read { try $0.pushSubscriptions.all(of: email) }.isEmpty)
            #expect(try festival.store.read { try $0.notices.due(at: festival.clock.now(), limit: 9) }.isEmpty)
        }
    }

    @Test("A form without the page’s CSRF token is refused, and an address gets only a few confirmation codes")
    func limits() async throws {
        let festival = try Festival()
        try festival.addRecipient(email)
        try await festival.servePush { _, browser async throws in
            try await browser.get(path)
            let device = try PushBrowser("a")
            #expect(try await browser.send(path, device.fields, hidden: false).status == 403)
            try await browser.get(path)
            for _ in 0..<3 {
                #expect(try await browser.send(path, device.fields).status == 303)
                festival.clock.advance(bySeconds: 1)
            }
            let limited = try await browser.send(path, device.fields)
            #expect(limited.status == 429 && limited.headers["retry-after"] != nil)
            // Only the latest request can still be confirmed.
            #expect(try festival.store.read { try $0.pushSubscriptions.all(of: email) }.count == 1)
            try await browser.get(path)
            let code = try festival.code()
            for attempt in 0..<5 {
                let refused = try await browser.send(path, device.entry(wrong(code)))
                #expect(refused.status == 422 && refused.body.contains("\"push_code-fault\"") == (attempt < 4))
            }
            let late = try await browser.send(path, device.entry(code))
            #expect(late.status == 422 && late.body.contains("There is no valid code"))
            #expect(try festival.endpoints().isEmpty)
        }
    }

    @Test("A code confirms only the browser that requested it, even if a stranger with the link requests a code later")
    func stranger() async throws {
        let festival = try Festival()
        try festival.addRecipient(email)
        try await festival.servePush { served, browser async throws in
            let (own, foreign) = (try PushBrowser("own"), try PushBrowser("foreign"))
            let stranger = Browser(served)
            try await browser.get(path)
            try await browser.submit(path, own.fields)
            let first = try festival.code()
            festival.clock.advance(bySeconds: 1)
            try await stranger.get(path)
            try await stranger.submit(path, foreign.fields)
            let second = try festival.code()
            // The recipient gets both codes. Neither code works now in the recipient’s browser, in a browser without
            // push messages, or in an unknown browser.
            for code in [first, second] {
                for endpoint in [own.endpoint, "", "\(foreign.endpoint)x"] {
                    let refused = try await browser.send(
                        path, ["action": "confirm-device", "push_code": code, "endpoint": endpoint])
                    #expect(refused.status == 422 && refused.body.contains("There is no valid code for this browser"))
                }
            }
            // The code for the recipient’s browser does not confirm the stranger’s browser either.
            #expect(try await stranger.send(path, foreign.entry(first)).status == 422)
            #expect(try festival.endpoints().isEmpty)

            festival.clock.advance(bySeconds: 1)
            try await browser.get(path)
            try await browser.submit(path, own.fields)
            #expect(try await stranger.send(path, foreign.entry(second)).status == 422)
            try await browser.submit(path, own.entry(festival.code()))
            #expect(try festival.endpoints() == [own.endpoint])
        }
    }

    @Test("A recipient has at most five browsers, and a browser gets the messages of only one recipient")
    func replaced() async throws {
        let festival = try Festival()
        let other = String(secret.reversed())
        try festival.addRecipient(email)
        try festival.addRecipient("joan@example.org", secret: other)
        try await festival.servePush { _, browser async throws in
            for name in ["a", "b", "c", "d", "e", "f"] { try await festival.turnOn(PushBrowser(name), browser) }
            let left = ["b", "c", "d", "e", "f"].map { "https://push.example/\($0)" }
            #expect(try festival.endpoints() == left)
            // The browser stays with its recipient until another recipient confirms it with a code.
            let device = try PushBrowser("f")
            try await browser.get("/m/\(other)")
            try await browser.submit("/m/\(other)", device.fields)
            #expect(try festival.endpoints() == left)
            festival.clock.advance(bySeconds: 3600)
            try await festival.turnOn(device, browser, at: "/m/\(other)")
            #expect(try festival.endpoints() == Array(left.dropLast()))
            #expect(try festival.endpoints(of: "joan@example.org") == [device.endpoint])
            // The link of one recipient cannot remove the browser of another recipient.
            let id = try festival.store.read { try $0.pushSubscriptions.confirmed(of: email)[0].id }
            try await browser.submit("/m/\(other)", ["action": "remove-device", "device": id])
            #expect(try festival.endpoints().count == 4)
        }
    }

    @Test("The service worker has a fixed path, and the page of preferences may register only this worker")
    func worker() async throws {
        let festival = try Festival()
        try festival.addRecipient(email)
        try await festival.servePush { served, browser async throws in
            let page = try await browser.get(path)
            let policy = try #require(page.headers["content-security-policy"])
            #expect(policy.contains("; worker-src localhost/push-worker.js"), "\(policy)")
            #expect(page.body.contains("data-worker=\"/push-worker.js\""))
            let worker = try #require(try await served.ask("GET", "/push-worker.js"))
            #expect(worker.status == 200 && worker.headers["content-type"] == "text/javascript; charset=utf-8")
            #expect(worker.headers["cache-control"] == "no-cache")
            for word in ["import", "fetch(", "caches", "\"fetch\""] { #expect(!worker.body.contains(word), "\(word)") }
        }
    }

    @Test("The policies of other pages, even of the page for a wrong link, allow no service worker")
    func otherPages() async throws {
        let festival = try Festival()
        try festival.addRecipient(email)
        try await festival.servePush { served, browser async throws in
            for page in ["/", "/events", "/events/\(festival.event.slug)", "/sign-in", "/m/\(secret)x"] {
                let reply = try await browser.get(page)
                let policy = try #require(reply.headers["content-security-policy"], "\(page)")
                #expect(!policy.contains("worker-src") && policy.contains("; trusted-types 'none'; "), "\(page)")
                #expect(!policy.contains("push-worker"), "\(page)")
            }
        }
    }

    @Test("Without push messages, the page has no section about them, and a request to add a browser is refused")
    func withoutPush() async throws {
        let festival = try Festival()
        try festival.addRecipient(email)
        let configuration = ServerConfiguration(clock: festival.clock.now, keyRing: festival.keys) {
            [address = festival.address] in try Store.open(address)
        }
        try await Served.with(configuration: configuration) { served async throws in
            let browser = Browser(served)
            try await browser.get(path)
            #expect(!browser.body.contains("id=\"push\""))
            #expect(try await browser.send(path, PushBrowser("a").fields).status == 422)
        }
    }

    @Test(
        "The name of a browser comes from fixed words, and contains no text of the request",
        arguments: [
            ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox, Linux"),
            ("Mozilla/5.0 (Linux; Android 10; K) Chrome/140.0 Mobile Safari/537.36", "Chrome, Android"),
            ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140 Safari/537.36 Edg/140.0", "Edge, Windows"),
            ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1", "Safari, iPhone"),
            ("<script>", ""), ("", ""),
        ])
    func browserNames(agent: String, name: String) { #expect(BrowserName.name(agent) == name) }
}
