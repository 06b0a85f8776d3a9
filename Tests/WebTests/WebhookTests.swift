import Cryptography
import EventFixture
import Foundation
import Gate
import HookFixture
import Languages
import NIOCore
import NIOSSL
import Store
import Synchronization
import Testing
import TicketToken
import Ticketing

@testable import Management
@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

@Suite("Webhook deliveries", .serving)
struct WebhookTests {
    /// A sender of webhook deliveries with its log, and the festival whose tickets it reports on.
    private struct Sending {
        let festival: Festival
        let sender: WebhookDeliveryService
        let log = Served.Log()

        init(_ festival: Festival, _ client: WebhookClient) {
            self.festival = festival
            sender = WebhookDeliveryService(
                WebhookDispatcher(signingWith: { [ring = festival.ring] in ring }, clock: festival.clock.now),
                log: { [log] in log.append($0) },
                openStore: { [address = festival.address] in try Store.open(address) }, send: client.send)
        }

        func make(
            _ url: String, _ kinds: Set<Webhook.Kind> = Set(Webhook.Kind.allCases)
        ) throws -> (secret: WebhookSecret, webhook: Webhook) {
            try festival.services.webhooks.createWebhook(
                WebhookDetails(address: url, kinds: kinds, allowance: .privateAllowed), of: organizer,
                signingWith: festival.ring)
        }

        var organizer: Organizer { get throws { try #require(try festival.services.organizers.organizers().first) } }

        func all() async { while await sender.deliverOnce() > 0 {} }

        func answer(of webhook: Webhook) throws -> String? {
            try festival.services.webhooks.webhook(webhook.id, of: organizer, latest: 0).state.webhook.lastResult?
                .description
        }
    }

    @Test("A receiver gets each change of a ticket once, and openssl confirms every signature", .everyEngine)
    func story() async throws {
        let sending = Sending(try Festival(), try WebhookClient.patient(resolve: HostResolver().addresses))
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
            _ = try festival.services.tickets.cancel(festival.ticket(of: token).code, of: festival.event, note: nil)
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

    /// The signature that openssl computes for a request.
    private func signature(of request: HookReceiver.Request, _ secret: WebhookSecret) throws -> String {
        let folder = try TemporaryFolder()
        let key = try #require(Data(base64Encoded: String(secret.text.dropFirst("whsec_".count))))
        let parts = [request.headers["webhook-id"] ?? "", request.headers["webhook-timestamp"] ?? "", request.body]
        try folder.write(parts.joined(separator: "."), to: "signed")
        let hexKey = "hexkey:\(Hexadecimal.text(Array(key)))"
        let code = try Tool.run(
            "openssl", ["dgst", "-sha256", "-mac", "HMAC", "-macopt", hexKey, "-binary", folder("signed")]
        ).requireSuccess().output
        return "v1,\(Data(code).base64EncodedString())"
    }

    @Test(
        "After a response with status 500, the same ID and body are sent again; after status 204, they are not"
    )
    func again() async throws {
        let sending = Sending(try Festival(), try WebhookClient.patient(resolve: HostResolver().addresses))
        let count = Mutex(0)
        try await HookReceiver.with { _ in
            count.withLock { count in
                count += 1
                return count == 1 ? HookReceiver.answer("500 Internal Server Error") : HookReceiver.accepted
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

    @Test("A redirect to another receiver is not followed")
    func redirect() async throws {
        let sending = Sending(try Festival(), try WebhookClient.patient(resolve: HostResolver().addresses))
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

    @Test(
        "A delivery resolves its host name once; if only public addresses are allowed, each private address is refused"
    )
    func names() async throws {
        let festival = try Festival()
        let resolutions = Mutex(0)
        let leadsTo = Mutex<[String]>([])
        let client = try WebhookClient.patient { _, port in
            resolutions.withLock { $0 += 1 }
            return try leadsTo.withLock { try $0.map { try SocketAddress(ipAddress: $0, port: Int(port)) } }
        }
        try await HookReceiver.with { receiver in
            func send(
                _ scheme: String, _ allowance: Webhook.AddressPolicy, _ addresses: [String]
            ) async throws -> WebhookResult {
                leadsTo.withLock { $0 = addresses }
                return await client.send(
                    try signedRequest("\(scheme)://rebound.example:\(receiver.port)/", allowance, festival))
            }
            for addresses in [
                ["127.0.0.1"], ["8.8.8.8", "127.0.0.1"], ["::1"], ["::ffff:127.0.0.1"], ["10.0.0.1"],
                ["169.254.169.254"],
                ["0.0.0.0"], ["::"], ["64:ff9b::7f00:1"], ["fe80::1"], ["224.0.0.1"],
            ] {
                guard case .refusedAddress = try await send("https", .publicOnly, addresses) else {
                    throw Surprise("\(addresses) received a request")
                }
            }
            #expect(receiver.connections == 0 && resolutions.withLock { $0 } == 11)
            #expect(try await send("http", .privateAllowed, ["127.0.0.1"]) == .status(204))
            #expect(resolutions.withLock { $0 } == 12 && receiver.connections == 1)
            guard
                case .refusedAddress(.publicUnencrypted) = try await send(
                    "http", .privateAllowed, ["127.0.0.1", "8.8.8.8"]),
                case .refusedAddress = try await send("http", .privateAllowed, ["0.0.0.0"]),
                case .noResponse(.unknownHost) = try await send("http", .privateAllowed, [])
            else { throw Surprise("a request was sent to a refused address") }
            #expect(receiver.connections == 1)
        }
    }

    @Test("A name that the system defines, such as localhost, is resolved, and the resulting address is checked")
    func localhost() async throws {
        let festival = try Festival()
        let client = try WebhookClient.patient(resolve: HostResolver().addresses)
        try await HookReceiver.with { receiver in
            let signedRequest = try signedRequest("https://localhost:\(receiver.port)/", .publicOnly, festival)
            #expect(await client.send(signedRequest) == .refusedAddress(.notPublicAddress))
            #expect(receiver.connections == 0)
        }
    }

    @Test("If resolving the host uses up the time limit, no request is sent")
    func late() async throws {
        let festival = try Festival()
        var client = try WebhookClient.patient(resolve: HostResolver().addresses)
        client.timeout = .zero
        try await HookReceiver.with { receiver in
            let signedRequest = try signedRequest("http://127.0.0.1:\(receiver.port)/", .privateAllowed, festival)
            #expect(await client.send(signedRequest) == .noResponse(.late))
            #expect(receiver.connections == 0)
        }
    }

    @Test("A receiver that never answers, answers endlessly or doesn’t speak HTTP doesn’t delay other deliveries")
    func badReceivers() async throws {
        let festival = try Festival()
        var client = try WebhookClient.patient(resolve: HostResolver().addresses)
        client.timeout = .milliseconds(200)
        let patient = try WebhookClient.patient(resolve: HostResolver().addresses)
        try await HookReceiver.with(answer: { _ in nil }) { silent in
            let signedRequest = try signedRequest("http://127.0.0.1:\(silent.port)/", .privateAllowed, festival)
            #expect(await client.send(signedRequest) == .noResponse(.late))
            // This receiver gets its request while another request still waits for the silent receiver.
            try await HookReceiver.with { receiver in
                let before = silent.requests.count
                let hanging = Task { await patient.send(signedRequest) }
                while silent.requests.count == before { await Task.yield() }
                let other = try self.signedRequest("http://127.0.0.1:\(receiver.port)/", .privateAllowed, festival)
                #expect(await patient.send(other) == .status(204))
                hanging.cancel()
                guard case .noResponse = await hanging.value else { throw Surprise("the silent receiver answered") }
            }
        }
        try await HookReceiver.with(answer: { _ in "HELLO\r\n\r\n" }) { receiver in
            let signedRequest = try signedRequest("http://127.0.0.1:\(receiver.port)/", .privateAllowed, festival)
            #expect(await patient.send(signedRequest) == .noResponse(.notHTTP))
        }
        let endless = "HTTP/1.1 200 OK\r\n\r\n" + String(repeating: "x", count: 1 << 20)
        try await HookReceiver.with(answer: { _ in endless }) { receiver in
            let signedRequest = try signedRequest("http://127.0.0.1:\(receiver.port)/", .privateAllowed, festival)
            #expect(await patient.send(signedRequest) == .status(200))
        }
    }

    @Test(
        "Over TLS, a delivery is sent only if the receiver has a trusted certificate for the host’s name")
    func encrypted() async throws {
        let festival = try Festival()
        let (path, key) = (festival.folder("tls.pem"), festival.folder("key.pem"))
        try festival.folder.writeCertificate(for: "hooks.example", to: "tls.pem", key: "key.pem")
        let identity = try TLSIdentity(certificatePath: path, keyPath: key)
        let trust = NIOSSLTrustRoots.certificates(try NIOSSLCertificate.fromPEMFile(path))
        let resolve: @Sendable (String, UInt16) async throws -> [SocketAddress] = { _, port in
            [try SocketAddress(ipAddress: "127.0.0.1", port: Int(port))]
        }
        let client = try WebhookClient.patient(trust: trust, resolve: resolve)
        let context = try NIOSSLContext(configuration: identity.configuration)
        try await HookReceiver.with(tls: context) { receiver in
            func send(_ host: String, _ client: WebhookClient) async throws -> WebhookResult {
                await client.send(try signedRequest("https://\(host):\(receiver.port)/", .privateAllowed, festival))
            }
            let trusted = try await send("hooks.example", client)
            #expect(trusted == .status(204), "\(trusted)")
            for answer in [
                try await send("other.example", client),
                try await send("hooks.example", try WebhookClient.patient(resolve: resolve)),
            ] {
                #expect(answer == .noResponse(.tlsFailed))
            }
            #expect(receiver.requests.count == 1)
        }
    }

    @Test("A stopping server completes the current delivery, and leaves later deliveries waiting")
    func stop() async throws {
        let festival = try Festival()
        let entered = Gate()
        let leave = Gate()
        let sender = WebhookDeliveryService(
            WebhookDispatcher(signingWith: { [ring = festival.ring] in ring }, clock: festival.clock.now),
            log: { _ in },
            openStore: { [address = festival.address] in try Store.open(address) }
        ) { _ in
            entered.open()
            await leave.opened()
            return .status(200)
        }
        let organizer = try #require(try festival.services.organizers.organizers().first)
        let webhook = try festival.services.webhooks.createWebhook(
            WebhookDetails(address: "https://example.org", kinds: [.issued]), of: organizer, signingWith: festival.ring
        ).webhook
        _ = try festival.issue(1)
        var settings = WebServer.Settings(address: .loopback(port: 0))
        settings.limits = .patient
        let parts = try ServerParts(festival.configuration, log: { _ in })
        let server = try WebServer(settings, parts, beside: [sender]) { _ in }
        let running = Task { try await server.run() }
        await entered.opened()
        await server.stop()
        _ = try festival.issue(1)
        leave.open()
        try await running.value
        let state = try festival.services.webhooks.webhook(webhook.id, of: organizer, latest: 0).state
        #expect(state.waiting == 1 && state.webhook.lastResult == .status(200))
    }

    @Test("Fifty pending deliveries are all sent before the next poll")
    func backlog() async throws {
        let festival = try Festival()
        let count = Mutex(0)
        let all = Gate()
        let sender = WebhookDeliveryService(
            WebhookDispatcher(signingWith: { [ring = festival.ring] in ring }, clock: festival.clock.now),
            pollInterval: .seconds(3600),
            log: { _ in }, openStore: { [address = festival.address] in try Store.open(address) }
        ) { _ in
            if count.withLock({
                $0 += 1; return $0
            }) == 50 {
                all.open()
            }
            return .status(200)
        }
        let organizer = try #require(try festival.services.organizers.organizers().first)
        _ = try festival.services.webhooks.createWebhook(
            WebhookDetails(address: "https://example.org", kinds: [.issued]), of: organizer, signingWith: festival.ring)
        _ = try festival.issue(50)
        let running = Task { await sender.run() }
        await all.opened()
        running.cancel()
        await running.value
    }

    private func signedRequest(_ url: String, _ allowance: Webhook.AddressPolicy, _ festival: Festival) throws
        -> SignedWebhookRequest
    {
        let webhook = Webhook(
            id: try #require(WebhookID(rawValue: 7)), organizer: festival.event.organizer,
            address: try #require(WebhookAddress(url)), kinds: [.issued], addressPolicy: allowance,
            key: try #require(festival.ring.signingKey).number, madeBy: festival.services.user.id,
            created: Festival.start
        ).with { $0.event = nil }
        let delivery = WebhookDelivery(
            id: try #require(WebhookDeliveryID(rawValue: 9)), webhook: webhook.id, kind: .issued,
            event: festival.event.number, at: Festival.start, payload: [:], created: Festival.start,
            nextTry: Festival.start)
        let lease = WebhookDispatcher.DeliveryLease(
            delivery: delivery, webhook: webhook, eventSlug: festival.event.slug, at: Festival.start,
            secret: try festival.ring.webhookSecret(of: webhook.id, key: webhook.key))
        return try #require(try SignedWebhookRequest(lease))
    }
}

extension WebhookClient {
    /// A client with a long time limit, so that the tests don’t fail on a busy machine.
    fileprivate static func patient(
        trust: NIOSSLTrustRoots = .default,
        resolve: @escaping @Sendable (String, UInt16) async throws -> [SocketAddress]
    ) throws -> WebhookClient {
        var client = try WebhookClient(trust: trust, resolve: resolve)
        client.timeout = .seconds(3600)
        return client
    }
}
