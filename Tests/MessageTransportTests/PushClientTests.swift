import Cryptography
import EventFixture
import Foundation
import Languages
import Testing
import Ticketing

@testable import MessageTransport

@Suite("Push messages through a stand-in for a push service", .lowPriority, .needs("webpush"))
struct PushClientTests {
    private let service: PushService
    private let now = Instant(seconds: Int64(Date().timeIntervalSince1970))

    init() throws { service = try PushService() }

    private func message(title: String = "Cancelled", body: String = "x", seconds: Int = 3600) -> PushMessage {
        PushMessage(
            token: "0123456789abcdef01234567", title: title, body: body, url: "https://tickets.example.org/events/a",
            language: "sw", urgency: .high, seconds: seconds)
    }

    private func send(
        _ message: PushMessage? = nil, to subscriptions: PushSubscription..., limit: Duration = .seconds(10)
    ) throws -> (result: PushResult, ended: [PushSubscription]) {
        try PushClient(service.settings, key: service.key, limit: limit).send(
            message ?? self.message(), to: subscriptions, at: now)
    }

    @Test("Other implementations decrypt the message and verify the signature")
    func foreignReaders() throws {
        let body = "Ziwa Fest – “imeahirishwa” 🎉 <b>\u{1}"
        let sent = try send(message(body: body), to: service.subscription("/201/a"))
        #expect(sent.result == .accepted(answer: "HTTP 201") && sent.ended.isEmpty)
        let request = try service.next()
        #expect(request.path == "/201/a")
        #expect(request.message.body == body && request.message.title == "Cancelled" && request.message.lang == "sw")
        #expect(request.message.tag == "0123456789abcdef01234567")
        #expect(request.message.url == "https://tickets.example.org/events/a")
        let proof = try #require(request.proof)
        #expect(proof.key == Base64URL.text(service.key.publicKey))
        #expect(proof.header.alg == "ES256" && proof.header.typ == "JWT")
        #expect(proof.claims.aud == service.url && proof.claims.sub == "mailto:tickets@example.org")
        #expect((now.seconds + 60...now.seconds + 86_400).contains(proof.claims.exp))
        let headers = request.headers
        #expect(headers["content-encoding"] == "aes128gcm" && headers["ttl"] == "3600")
        #expect(headers["urgency"] == "high" && headers["topic"] == "0123456789abcdef01234567")
        #expect(headers["expect"] == nil && headers["user-agent"] == nil)
    }

    @Test("Long texts of any characters are cut so that the message is never too long")
    func longTexts() throws {
        for letter in ["a", "é", "\"", "\u{1}", "漢", "👨‍👩‍👧‍👦"] {
            let text = String(repeating: letter, count: 20_000)
            let sent = try send(message(title: text, body: text), to: service.subscription("/201/a"))
            #expect(sent.result == .accepted(answer: "HTTP 201"), "\(letter)")
            let request = try service.next()
            #expect(request.length <= 4096 && request.message.body.hasSuffix("…"), "\(letter)")
            #expect(request.message.body.dropLast().allSatisfy { String($0) == letter }, "\(letter)")
        }
    }

    @Test(
        "The HTTP status decides whether a message was accepted, can be sent later, or cannot reach the browser",
        arguments: [
            ("/200/a", .accepted(answer: "HTTP 200")), ("/202/a", .accepted(answer: "HTTP 202")),
            ("/400/a", .refused(answer: "HTTP 400")), ("/413/a", .refused(answer: "HTTP 413")),
            ("/404/a", .refused(answer: "HTTP 404")), ("/410/a", .refused(answer: "HTTP 410")),
            ("/429/a", .deferred(answer: "HTTP 429", seconds: nil)),
            ("/wait/429/a", .deferred(answer: "HTTP 429", seconds: 120)),
            ("/wait/503/a", .deferred(answer: "HTTP 503", seconds: 120)),
            ("/late/503/a", .deferred(answer: "HTTP 503", seconds: 86_400)),
            ("/500/a", .deferred(answer: "HTTP 500", seconds: nil)), ("/redirect/a", .refused(answer: "HTTP 307")),
        ] as [(String, PushResult)])
    func statuses(path: String, result: PushResult) throws {
        let subscription = try service.subscription(path)
        let sent = try send(to: subscription)
        #expect(sent.result == result)
        #expect(sent.ended == (["/404/a", "/410/a"].contains(path) ? [subscription] : []))
        #expect(try service.next().path == path)
        // A redirect is not followed.
        #expect(try service.present() == nil)
    }

    @Test(
        "The answer to a refused message is one line of text, and never contains the secret part of the endpoint’s URL")
    func words() throws {
        let refused = try send(to: service.subscription("/403/5ecret")).result
        guard case .refused(let answer) = refused else {
            Issue.record("\(refused)")
            return
        }
        #expect(answer.hasPrefix("HTTP 403: because") && answer.hasSuffix("of this"))
        #expect(!answer.contains("\n") && !answer.contains("\u{1B}"))
        #expect(try send(to: service.subscription("/echo/5ecret")).result == .refused(answer: "HTTP 400"))
        let long = try send(to: service.subscription("/long/a")).result
        guard case .refused(let text) = long else {
            Issue.record("\(long)")
            return
        }
        #expect(text.hasPrefix("HTTP 400: xxx") && text.count < 500)
    }

    @Test("If the connection ends without an answer, the message is deferred, and the result names no host")
    func lostAnswer() throws {
        let answer = Sentence(PushClient.Text.notReached).stored
        #expect(try send(to: service.subscription("/close/a")).result == .deferred(answer: answer, seconds: nil))
    }

    @Test("If two push services did not answer in time, no further browser is tried")
    func stalling() throws {
        // The third push service would accept the message.
        let sent = try send(
            to: service.subscription("/stall/a"), service.subscription("/stall/b"), service.subscription("/201/c"),
            limit: .milliseconds(200))
        let answer = Sentence(PushClient.Text.noAnswer).stored
        #expect(sent.result == .deferred(answer: answer, seconds: nil) && sent.ended.isEmpty)
    }

    @Test("A message is accepted if one of several browsers accepts it; subscriptions that have ended are returned")
    func severalBrowsers() throws {
        let (ended, waiting) = (try service.subscription("/410/a"), try service.subscription("/503/b"))
        let accepting = try service.subscription("/201/c")
        let sent = try send(to: ended, waiting, accepting)
        #expect(sent.result == .accepted(answer: "HTTP 201") && sent.ended == [ended])
        #expect(try (0..<3).map { _ in try service.next().path } == ["/410/a", "/503/b", "/201/c"])
        #expect(try send(to: ended, waiting).result == .deferred(answer: "HTTP 503", seconds: nil))
        #expect(try send(to: ended).result == .refused(answer: "HTTP 410"))
        #expect(try send().result == .refused(answer: ""))
    }

    @Test(
        """
        Nothing is sent if the endpoint’s URL is private or malformed, or if the subscription is for another server \
        key
        """)
    func hostile() throws {
        for endpoint in [
            "http://127.0.0.1:1/a", "https://127.0.0.1/a", "https://10.0.0.1/a", "http://push.example/a",
            "https://user@push.example/a", "https://push.example/\(String(repeating: "a", count: 2000))", "",
        ] {
            let subscription = try service.subscription(at: endpoint)
            let sent = try send(to: subscription)
            #expect(sent.ended == [subscription], "\(endpoint)")
        }
        // The URL is well-formed, but its host name belongs to this machine.
        let local = try service.subscription(at: "https://localhost/a")
        let sent = try send(to: local)
        let answer = Sentence(PushClient.Text.notPublic).stored
        #expect(sent.result == .refused(answer: answer) && sent.ended.isEmpty)
        let other = try P256.Key.random().key
        let foreign = try PushClient(service.settings, key: other).send(
            message(), to: [service.subscription("/201/a")], at: now)
        #expect(foreign.ended.count == 1)
        #expect(try service.present() == nil)
    }
}

@Suite("Settings for push messages")
struct PushSettingsTests {
    @Test(
        """
        A malformed contact or private key is a fault, and so is a trial push service whose URL is malformed or names \
        another machine
        """)
    func faults() throws {
        func fields(_ change: (inout MessageSettings) -> Void) throws -> [String] {
            var settings = MessageSettings()
            settings.publicURL = "https://tickets.example.org"
            settings.push = PushSettings(
                contact: "mailto:a@example.org", privateKey: try PushSettings.randomKey())
            change(&settings)
            return settings.faults.map(\.field)
        }
        #expect(try fields { _ in }.isEmpty)
        #expect(try fields { $0.push?.contact = "https://example.org/contact" }.isEmpty)
        for contact in ["", "a@example.org", "mailto:", "mailto:a", "http://example.org", "mailto:a@example.org\n"] {
            #expect(try fields { $0.push?.contact = contact } == ["push.contact"], "\(contact)")
        }
        for key in ["", "a", String(repeating: "A", count: 43), String(repeating: "_", count: 43)] {
            #expect(try fields { $0.push?.privateKey = key } == ["push.privateKey"], "\(key)")
        }
        #expect(try fields { $0.push?.trialService = "http://localhost:80" }.isEmpty)
        for service in ["http://10.0.0.1", "https://push.example", "http://127.0.0.1/a", "x"] {
            #expect(try fields { $0.push?.trialService = service } == ["push.trialService"], "\(service)")
        }
        #expect(try fields { $0.publicURL = nil } == ["publicURL"])
    }

    @Test("A server sends push messages and accepts subscriptions only if it has a public URL")
    func channel() throws {
        var settings = MessageSettings()
        settings.push = PushSettings(contact: "mailto:a@example.org", privateKey: try PushSettings.randomKey())
        #expect(Transports(settings).channels.isEmpty && !settings.sends(by: .push))
        #expect(try settings.pushTerms() == nil)
        settings.publicURL = "https://tickets.example.org"
        #expect(Transports(settings).channels == [.push] && settings.sends(by: .push))
        #expect(try settings.pushTerms()?.serverKey.count == P256.publicKeyLength)
    }
}
