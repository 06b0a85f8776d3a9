import Cryptography
import EventFixture
import Foundation
import Gate
import NIOCore
import NIOSSL
import Store
import Synchronization
import Testing
import TicketToken
import Ticketing

@testable import Management
@testable import Web

@Suite("Sending webhooks", .serving)
struct WebhookTests {
    /// A server's part that sends, and what it is told of.
    private struct Sending {
        let festival: Festival
        let sender: WebhookSender
        let log = Served.Log()

        init(_ festival: Festival, _ post: WebhookPost) {
            self.festival = festival
            sender = WebhookSender(
                Courier(signingWith: { [ring = festival.ring] in ring }, clock: festival.clock.now),
                log: { [log] in log.take($0) },
                openStore: { [address = festival.address] in try Store.open(address) }, send: post.send)
        }

        func make(
            _ url: String, _ kinds: Set<Webhook.Kind> = Set(Webhook.Kind.allCases)
        ) throws -> (secret: WebhookSecret, webhook: Webhook) {
            try festival.office.makeWebhook(
                WebhookDraft(address: url, kinds: kinds, allowance: .privateToo), of: organizer,
                signingWith: festival.ring)
        }

        var organizer: Organizer { get throws { try #require(try festival.office.organizers().first) } }

        /// Sends until nothing is due.
        func all() async { while await sender.round() > 0 {} }

        func answer(of webhook: Webhook) throws -> String? {
            try festival.office.webhook(webhook.id, of: organizer, latest: 0).state.webhook.lastAnswer
        }
    }

    @Test("A receiver hears of each thing once, and a program of others finds every signature right", .everyEngine)
    func story() async throws {
        let sending = Sending(try Festival(), try WebhookPost.patient(lookUp: NameLookUp().addresses))
        let festival = sending.festival
        try await HookReceiver.with { receiver in
            let (secret, webhook) = try sending.make("http://localhost:\(receiver.port)/hooks?shop=1")
            let token = try festival.issue(1)[0]
            let gate = try festival.gate()
            #expect(gate.decide(Scan(token)).outcome == .admit(again: false))
            festival.clock.advance(bySeconds: 60)
            _ = gate.decide(Scan(token))
            try gate.flush()
            _ = gate.undo(Scan(token), reason: "mistaken")
            _ = try festival.office.cancel(festival.ticket(of: token).code, of: festival.event, note: nil)
            await sending.all()
            let requests = receiver.requests
            let types = requests.map { $0.body.firstMatch(of: /"type":"([a-z.]+)"/).map { String($0.1) } ?? "" }
            #expect(
                types.sorted() == [
                    "ticket.admitted", "ticket.cancelled", "ticket.issued", "ticket.refused", "ticket.voided",
                ])
            #expect(Set(requests.compactMap { $0.headers["webhook-id"] }).count == 5)
            for request in requests {
                #expect(request.line == "POST /hooks?shop=1 HTTP/1.1")
                #expect(request.headers["host"] == "localhost:\(receiver.port)")
                #expect(request.headers["content-type"] == "application/json")
                #expect(try request.headers["webhook-signature"] == signature(of: request, secret))
                let object = try JSONSerialization.jsonObject(with: Data(request.body.utf8)) as? [String: Any]
                let data = try #require(object?["data"] as? [String: Any])
                #expect((data["event"] as? [String: Any])?["slug"] as? String == festival.event.slug)
                #expect(data["ticket"] as? String == "\(try festival.ticket(of: token).code)")
            }
            #expect(try sending.answer(of: webhook) == "answered 204")
            #expect(sending.log.records.isEmpty)
        }
    }

    /// As openssl makes it.
    private func signature(of request: HookReceiver.Request, _ secret: WebhookSecret) throws -> String {
        let folder = try TemporaryFolder()
        let key = try #require(Data(base64Encoded: String(secret.text.dropFirst("whsec_".count))))
        let parts = [request.headers["webhook-id"] ?? "", request.headers["webhook-timestamp"] ?? "", request.body]
        try folder.write(parts.joined(separator: "."), to: "signed")
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/openssl")
        process.arguments = [
            "dgst", "-sha256", "-mac", "HMAC", "-macopt", "hexkey:\(Hexadecimal.text(Array(key)))", "-binary",
            folder("signed"),
        ]
        process.standardOutput = output
        try process.run()
        let code = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return "v1,\(code.base64EncodedString())"
    }

    @Test("A 500 is followed by the same request later, with the same id and body, and a 204 ends it")
    func again() async throws {
        let sending = Sending(try Festival(), try WebhookPost.patient(lookUp: NameLookUp().addresses))
        let count = Mutex(0)
        try await HookReceiver.with { _ in
            count.withLock { count in
                count += 1
                return count == 1 ? HookReceiver.answer("500 Internal Server Error") : HookReceiver.taken
            }
        } _: { receiver in
            let webhook = try sending.make("http://127.0.0.1:\(receiver.port)", [.issued]).webhook
            _ = try sending.festival.issue(1)
            await sending.all()
            #expect(try receiver.requests.count == 1 && sending.answer(of: webhook) == "answered 500")
            sending.festival.clock.advance(bySeconds: 6)
            await sending.all()
            let requests = receiver.requests
            #expect(requests.count == 2 && Set(requests.map(\.body)).count == 1)
            #expect(Set(requests.compactMap { $0.headers["webhook-id"] }).count == 1)
            #expect(Set(requests.compactMap { $0.headers["webhook-timestamp"] }).count == 2)
            sending.festival.clock.advance(bySeconds: 24 * 3600)
            await sending.all()
            #expect(receiver.requests.count == 2)
        }
    }

    @Test("A redirect is not followed, wherever it leads")
    func redirect() async throws {
        let sending = Sending(try Festival(), try WebhookPost.patient(lookUp: NameLookUp().addresses))
        try await HookReceiver.with { other in
            let port = other.port
            try await HookReceiver.with { _ in
                HookReceiver.answer("307 Temporary Redirect", "Location: http://127.0.0.1:\(port)/\r\n")
            } _: { receiver in
                let webhook = try sending.make("http://127.0.0.1:\(receiver.port)", [.issued]).webhook
                _ = try sending.festival.issue(1)
                await sending.all()
                #expect(receiver.requests.count == 1 && other.connections == 0)
                #expect(try sending.answer(of: webhook) == "answered 307; redirects are not followed")
            }
        }
    }

    @Test("A name is looked up once, and one of whose addresses is private leads nowhere unless that is allowed")
    func names() async throws {
        let festival = try Festival()
        let asked = Mutex(0)
        let leadsTo = Mutex<[String]>([])
        let post = try WebhookPost.patient { _, port in
            asked.withLock { $0 += 1 }
            return try leadsTo.withLock { try $0.map { try SocketAddress(ipAddress: $0, port: Int(port)) } }
        }
        try await HookReceiver.with { receiver in
            func send(
                _ scheme: String, _ allowance: Webhook.Allowance, _ addresses: [String]
            ) async throws -> Courier.Answer {
                leadsTo.withLock { $0 = addresses }
                return await post.send(
                    try parcel("\(scheme)://rebound.example:\(receiver.port)/", allowance, festival))
            }
            for addresses in [
                ["127.0.0.1"], ["8.8.8.8", "127.0.0.1"], ["::1"], ["::ffff:127.0.0.1"], ["10.0.0.1"],
                ["169.254.169.254"],
                ["0.0.0.0"], ["::"], ["64:ff9b::7f00:1"], ["fe80::1"], ["224.0.0.1"],
            ] {
                guard case .unanswered(let why) = try await send("https", .publicOnly, addresses) else {
                    throw Surprise("\(addresses) was sent to")
                }
                #expect(why.hasPrefix("it leads to an address that"), "\(addresses): \(why)")
            }
            #expect(receiver.connections == 0 && asked.withLock { $0 } == 11)
            #expect(try await send("http", .privateToo, ["127.0.0.1"]) == .status(204))
            #expect(asked.withLock { $0 } == 12 && receiver.connections == 1)
            guard case .unanswered = try await send("http", .privateToo, ["127.0.0.1", "8.8.8.8"]),
                case .unanswered = try await send("http", .privateToo, ["0.0.0.0"]),
                case .unanswered("its name is not known") = try await send("http", .privateToo, [])
            else { throw Surprise("sent") }
            #expect(receiver.connections == 1)
        }
    }

    @Test("The system's own names are looked at as what they lead to")
    func localhost() async throws {
        let festival = try Festival()
        let post = try WebhookPost.patient(lookUp: NameLookUp().addresses)
        try await HookReceiver.with { receiver in
            let parcel = try parcel("https://localhost:\(receiver.port)/", .publicOnly, festival)
            #expect(await post.send(parcel) == .unanswered("it leads to an address that is not public"))
            #expect(receiver.connections == 0)
        }
    }

    @Test("Where looking at the name took all of the time, nobody is asked any more")
    func late() async throws {
        let festival = try Festival()
        var post = try WebhookPost.patient(lookUp: NameLookUp().addresses)
        post.limit = .zero
        try await HookReceiver.with { receiver in
            let parcel = try parcel("http://127.0.0.1:\(receiver.port)/", .privateToo, festival)
            #expect(await post.send(parcel) == .unanswered("no answer in time"))
            #expect(receiver.connections == 0)
        }
    }

    @Test("A receiver that hangs, breaks off or talks nonsense is given up by its limit, and others do not wait for it")
    func badReceivers() async throws {
        let festival = try Festival()
        var post = try WebhookPost.patient(lookUp: NameLookUp().addresses)
        post.limit = .milliseconds(200)
        let patient = try WebhookPost.patient(lookUp: NameLookUp().addresses)
        try await HookReceiver.with(answer: { _ in nil }) { silent in
            let parcel = try parcel("http://127.0.0.1:\(silent.port)/", .privateToo, festival)
            #expect(await post.send(parcel) == .unanswered("no answer in time"))
            // Who is not waited for keeps nobody waiting: this one is answered while that one hangs.
            try await HookReceiver.with { receiver in
                let before = silent.requests.count
                let hanging = Task { await patient.send(parcel) }
                while silent.requests.count == before { await Task.yield() }
                let other = try self.parcel("http://127.0.0.1:\(receiver.port)/", .privateToo, festival)
                #expect(await patient.send(other) == .status(204))
                hanging.cancel()
                guard case .unanswered = await hanging.value else { throw Surprise("answered") }
            }
        }
        try await HookReceiver.with(answer: { _ in "HELLO\r\n\r\n" }) { receiver in
            let parcel = try parcel("http://127.0.0.1:\(receiver.port)/", .privateToo, festival)
            #expect(await patient.send(parcel) == .unanswered("its answer is no HTTP"))
        }
        let endless = "HTTP/1.1 200 OK\r\n\r\n" + String(repeating: "x", count: 1 << 20)
        try await HookReceiver.with(answer: { _ in endless }) { receiver in
            let parcel = try parcel("http://127.0.0.1:\(receiver.port)/", .privateToo, festival)
            #expect(await patient.send(parcel) == .status(200))
        }
    }

    @Test(
        "By TLS it is the name that is vouched for; a certificate that nobody trusts, or of another name, gets nothing")
    func encrypted() async throws {
        let festival = try Festival()
        let (path, key) = (festival.folder("tls.pem"), festival.folder("key.pem"))
        let openssl = Process()
        openssl.executableURL = URL(filePath: "/usr/bin/openssl")
        openssl.arguments = [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
            "/CN=hooks.example", "-addext", "subjectAltName=DNS:hooks.example", "-keyout", key, "-out",
            path,
        ]
        openssl.standardError = FileHandle.nullDevice
        try openssl.run()
        openssl.waitUntilExit()
        let identity = try TLSIdentity(certificatePath: path, keyPath: key)
        let trust = NIOSSLTrustRoots.certificates(try NIOSSLCertificate.fromPEMFile(path))
        let lookUp: @Sendable (String, UInt16) async throws -> [SocketAddress] = { _, port in
            [try SocketAddress(ipAddress: "127.0.0.1", port: Int(port))]
        }
        let post = try WebhookPost.patient(trust: trust, lookUp: lookUp)
        let context = try NIOSSLContext(configuration: identity.configuration)
        try await HookReceiver.with(tls: context) { receiver in
            func send(_ host: String, _ post: WebhookPost) async throws -> Courier.Answer {
                await post.send(try parcel("https://\(host):\(receiver.port)/", .privateToo, festival))
            }
            let trusted = try await send("hooks.example", post)
            #expect(trusted == .status(204), "\(trusted)")
            for answer in [
                try await send("other.example", post),
                try await send("hooks.example", try WebhookPost.patient(lookUp: lookUp)),
            ] {
                guard case .unanswered(let why) = answer else { throw Surprise("it was sent") }
                #expect(why.hasPrefix("no TLS"), "\(why)")
            }
            #expect(receiver.requests.count == 1)
        }
    }

    @Test("A server that is told to stop finishes what is under way, and sends the rest when it is there again")
    func stop() async throws {
        let festival = try Festival()
        let entered = Gate()
        let leave = Gate()
        let sender = WebhookSender(
            Courier(signingWith: { [ring = festival.ring] in ring }, clock: festival.clock.now), log: { _ in },
            openStore: { [address = festival.address] in try Store.open(address) }
        ) { _ in
            entered.open()
            await leave.opened()
            return .status(200)
        }
        let organizer = try #require(try festival.office.organizers().first)
        let webhook = try festival.office.makeWebhook(
            WebhookDraft(address: "https://example.org", kinds: [.issued]), of: organizer, signingWith: festival.ring
        ).webhook
        _ = try festival.issue(1)
        var settings = WebServer.Settings(address: .loopback(port: 0))
        settings.limits = .patient
        let house = try House(festival.premises, log: { _ in })
        let server = try WebServer(settings, routes: Routes.all(house), house, beside: [sender]) { _ in }
        let running = Task { try await server.run() }
        await entered.opened()
        await server.stop()
        _ = try festival.issue(1)
        leave.open()
        try await running.value
        let state = try festival.office.webhook(webhook.id, of: organizer, latest: 0).state
        #expect(state.waiting == 1 && state.webhook.lastAnswer == "answered 200")
    }

    @Test("What waits is sent one after another, and not so much a second")
    func backlog() async throws {
        let festival = try Festival()
        let count = Mutex(0)
        let all = Gate()
        let sender = WebhookSender(
            Courier(signingWith: { [ring = festival.ring] in ring }, clock: festival.clock.now), pause: .seconds(3600),
            log: { _ in }, openStore: { [address = festival.address] in try Store.open(address) }
        ) { _ in
            if count.withLock({
                $0 += 1; return $0
            }) == 50 {
                all.open()
            }
            return .status(200)
        }
        let organizer = try #require(try festival.office.organizers().first)
        _ = try festival.office.makeWebhook(
            WebhookDraft(address: "https://example.org", kinds: [.issued]), of: organizer, signingWith: festival.ring)
        _ = try festival.issue(50)
        let running = Task { await sender.run() }
        await all.opened()
        running.cancel()
        await running.value
    }

    /// A request as it would be sent.
    private func parcel(_ url: String, _ allowance: Webhook.Allowance, _ festival: Festival) throws -> WebhookParcel {
        let webhook = Webhook(
            id: try #require(WebhookID(rawValue: 7)), organizer: festival.event.organizer, event: nil,
            address: try #require(WebhookAddress(url)), kinds: [.issued], allowance: allowance,
            key: try #require(festival.ring.signingKey).number, madeBy: festival.office.user.id, created: Festival.start
        )
        let delivery = WebhookDelivery(
            id: try #require(WebhookDeliveryID(rawValue: 9)), webhook: webhook.id, kind: .issued,
            event: festival.event.number, at: Festival.start, facts: [:], created: Festival.start,
            nextTry: Festival.start)
        let errand = Courier.Errand(
            delivery: delivery, webhook: webhook, eventSlug: festival.event.slug, at: Festival.start,
            secret: try festival.ring.webhookSecret(of: webhook.id, key: webhook.key))
        return try #require(try WebhookParcel(errand))
    }
}

extension WebhookPost {
    /// One whose limit ends no test: a busy machine may take its time.
    fileprivate static func patient(
        trust: NIOSSLTrustRoots = .default,
        lookUp: @escaping @Sendable (String, UInt16) async throws -> [SocketAddress]
    ) throws -> WebhookPost {
        var post = try WebhookPost(trust: trust, lookUp: lookUp)
        post.limit = .seconds(3600)
        return post
    }
}
