import Cryptography
import EventFixture
import Foundation
import Management
import NIOCore
import Testing
import TicketToken
import Ticketing

@testable import PrintShop
@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

/// Strangers are clients that are not signed in.
@Suite("Limits for strangers", .serving, .slow)
struct StrangerTests {
    @Test("All clients of a network together can reserve only thirty tickets an hour; each network has its own quota")
    func reservations() async throws {
        let festival = try Festival()
        _ = try festival.services.events.edit(festival.event) { $0.start = Festival.start.advanced(bySeconds: 7000) }
        try await Served.with(configuration: festival.configuration) { served async throws in
            func reserve(_ count: Int, _ name: String, from source: String? = nil) async throws -> Reply {
                let browser = Browser(served, from: source)
                try await browser.get("/events/\(festival.event.slug)")
                return try await browser.send(
                    "/events/\(festival.event.slug)/reserve",
                    ["count_0": "\(count)", "name": "Visitor", "email": "\(name)@example.org"])
            }
            for number in 0..<3 { #expect(try await reserve(9, "a\(number)").status == 303) }
            // Refused reservations do not use up the quota.
            for _ in 0..<3 { #expect(try await reserve(2, "nobody@").status == 422) }
            #expect(try await reserve(3, "b").status == 303)
            let refused = try await reserve(1, "c")
            #expect(refused.status == 429 && refused.headers["retry-after"] == "3600")
            #expect(try await reserve(9, "d", from: "127.0.0.2").status == 303)
            festival.clock.advance(bySeconds: 3600)
            #expect(try await reserve(1, "e").status == 303)
            #expect(try festival.services.tickets.ticketCount(of: festival.event) == 40)
        }
    }

    @Test(
        "A reservation that reuses a request ID with another count or name is refused; the refusal frees no quota"
    )
    func reusedRequest() async throws {
        let festival = try Festival()
        try await Served.with(configuration: festival.configuration) { served async throws in
            let path = "/events/\(festival.event.slug)"
            func send(_ browser: Browser, _ count: Int, _ name: String) async throws -> Reply {
                try await browser.send(
                    "\(path)/reserve", ["count_0": "\(count)", "name": name, "email": "\(name)@example.org"])
            }
            for number in 0..<3 {
                let browser = Browser(served)
                try await browser.get(path)
                let request = try browser.value(behind: #"name="request" value=""#)
                #expect(try await send(browser, 9, "a\(number)").status == 303)
                // The page’s form still has the same request ID, but sends another count.
                #expect(try await send(browser, number, "a\(number)").status == 422)
                try await browser.get(path)
                let other = try await browser.send(
                    "\(path)/reserve",
                    ["request": request, "count_0": "9", "name": "b", "email": "b@example.org"])
                #expect(other.status == (number == 2 ? 429 : 422), "\(number)")
            }
            let browser = Browser(served)
            try await browser.get(path)
            #expect(try await send(browser, 4, "c").status == 429)
            try await browser.get(path)
            #expect(try await send(browser, 3, "c").status == 303)
            #expect(try festival.services.tickets.ticketCount(of: festival.event) == 30)
        }
    }

    @Test("If a request is sent twice at the same time and one copy fails, the other copy still uses the quota")
    func parallelRequest() throws {
        let quota = HourlyQuota(most: 2)
        func acquire(_ count: Int, _ request: String) -> HourlyQuota.UseID? {
            let answer = quota.consume(count, by: "network", for: request, at: Festival.start)
            return if case .granted(let use) = answer { use } else { nil }
        }
        let first = try #require(acquire(2, "r"))
        let second = try #require(acquire(2, "r"))
        quota.release(first, by: "network")
        #expect(acquire(1, "s") == nil)
        quota.release(second, by: "network")
        #expect(acquire(1, "s") != nil)
        // If the same use of the quota is released a second time, the quota does not change.
        quota.release(first, by: "network")
        #expect(acquire(2, "t") == nil)
    }

    @Test("A client that has used up its limit stays refused, even after requests of twelve thousand other clients")
    func buckets() {
        let limit = RateLimit(burst: 2, perSecond: 0.001)
        let quota = HourlyQuota(most: 2)
        for _ in 0..<2 { #expect(limit.consume("attacker", at: Festival.start).isGranted) }
        let outcome = quota.consume(2, by: "attacker", for: "r", at: Festival.start)
        #expect(outcome != .wait(3600))
        #expect(quota.consume(2, by: "attacker", for: "r", at: Festival.start) == outcome)
        for number in 0..<12_000 {
            _ = limit.consume("\(number)", at: Festival.start)
            _ = quota.consume(1, by: "\(number)", for: "r", at: Festival.start)
            if number % 1000 == 0 {
                #expect(!limit.consume("attacker", at: Festival.start).isGranted, "\(number)")
                #expect(quota.consume(1, by: "attacker", for: "s", at: Festival.start) == .wait(3600), "\(number)")
            }
        }
    }

    @Test("While failed attempts of others block an account, a browser that signed in before can still sign in")
    func knownBrowser() async throws {
        let festival = try Festival()
        let joan = try festival.services.users.addUser(
            UserDetails(name: "Joan", email: EmailAddress(rawValue: "joan@example.org")))
        let password = "wet paint, mind the step"
        _ = try festival.services.users.setPassword(NewPassword(SecretBytes(copying: password.utf8.span)), of: joan)
        try await Served.with(configuration: festival.configuration) { served async throws in
            func signIn(_ password: String, cookie: String = "", from source: String) async throws -> Reply {
                try #require(
                    try await served.ask(
                        "POST", "/sign-in",
                        head: "Content-Type: application/x-www-form-urlencoded\r\nCookie: \(cookie)\r\n",
                        body: "email=joan@example.org&password=\(FormFields.encode(password))", from: source))
            }
            let first = try await signIn(password, from: "127.0.0.2")
            let browser = try #require(first.cookies["__Host-browser"])
            for number in 3...7 { #expect(try await signIn("guess", from: "127.0.0.\(number)").status == 401) }
            #expect(try await signIn(password, from: "127.0.0.8").status == 429)
            let again = try await signIn(password, cookie: "__Host-browser=\(browser)", from: "127.0.0.8")
            #expect(again.status == 303 && again.cookies["__Host-browser"] != browser)
            #expect(try await signIn(password, from: "127.0.0.8").status == 429)
            #expect(!served.log.text.contains(browser))
        }
    }

    /// The cache key of a file. Each value of `link` means a different ticket, and each value of `form` means a
    /// different file format.
    private func key(_ festival: Festival, _ ticket: Ticket, link: Int, form: Int) -> RenderedFileCache.Key {
        RenderedFileCache.Key(
            path: "\(link)", form: "\(form)", ticket: ticket, type: festival.regular, event: festival.event, edits: 0,
            language: .english, poster: nil, logo: nil, posterURL: nil, logoURL: nil, accent: nil)
    }

    @Test(
        "At most three files of one ticket, and eight for one network, are rendered at a time; others are refused"
    )
    func drawings() async throws {
        let festival = try Festival()
        let ticket = try festival.ticket(of: festival.issue(1)[0])
        let files = RenderedFileCache()
        let end = Gate()
        @Sendable func draw() -> TicketFile {
            end.wait()
            return TicketFile(name: "t", mediaType: "text/plain", bytes: [])
        }
        func isRefused(_ link: Int, _ form: Int, from network: String) async -> Bool {
            do {
                _ = try await files.file(
                    key(festival, ticket, link: link, form: form), for: network, at: Festival.start, draw: draw)
                return false
            } catch { return (error as? Problem)?.status == .serviceUnavailable }
        }
        var waiting: [Task<TicketFile, any Error>] = []
        func start(_ link: Int, _ form: Int, from network: String) async throws {
            let asked = key(festival, ticket, link: link, form: form)
            waiting.append(Task { try await files.file(asked, for: network, at: Festival.start, draw: draw) })
            while await files.renderCount < waiting.count { await Task.yield() }
        }
        defer { end.open() }
        for form in 0..<3 { try await start(0, form, from: "a") }
        #expect(await isRefused(0, 3, from: "a"))
        // Three files of this ticket are being rendered, so a request from another network is also refused.
        #expect(await isRefused(0, 3, from: "b"))
        for form in 0..<5 { try await start(1 + form / 3, form, from: "a") }
        #expect(await isRefused(3, 0, from: "a"))
        try await start(3, 0, from: "b")
        // A second request for the same file waits until the file is rendered for the first request.
        let same = key(festival, ticket, link: 0, form: 0)
        waiting.append(Task { try await files.file(same, for: "a", at: Festival.start, draw: draw) })
        end.open()
        for task in waiting { _ = try await task.value }
        #expect(await files.renderCount == 9)
        #expect(await !isRefused(0, 3, from: "a"))
        #expect(await files.renderCount == 10)
    }

    @Test(
        "Sixty simultaneous requests for one ticket’s files, and a request for another ticket’s file, are all answered")
    func downloads() async throws {
        let festival = try Festival()
        let tickets = try festival.issue(2).map { try festival.ticket(of: $0) }
        let paths = try tickets.map { "/t/\(try TicketLink(to: $0, of: festival.event, festival.ring).path)/download" }
        try await Served.with(configuration: festival.configuration) { served async throws in
            let statuses = try await withThrowingTaskGroup(of: Int?.self) { group in
                for _ in 0..<60 {
                    group.addTask { try await served.ask("HEAD", "\(paths[0])/zip", from: "127.0.0.2")?.status }
                }
                group.addTask { try await served.ask("HEAD", "\(paths[1])/png", from: "127.0.0.3")?.status }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses == Array(repeating: 200, count: 61))
            // After a ticket is reissued, its old link is invalid, even though the file is still in the cache.
            _ = try festival.services.tickets.reissue(tickets[0].code, of: festival.event, signingWith: festival.ring)
            #expect(try await served.ask("HEAD", "\(paths[0])/zip")?.status == 404)
        }
    }
}

@Suite("Connections of strangers", .serving, .slow)
struct ConnectionTests {
    private static func limits(_ most: Int, ofNetwork: Int) -> ServerLimits {
        var limits = ServerLimits.patient
        (limits.connections, limits.connectionsPerNetwork) = (most, ofNetwork)
        return limits
    }

    /// Opens connections that send a first byte, and keeps them open.
    private func flood(_ served: Served, _ count: Int, from source: String) async throws -> [Wire] {
        var wires: [Wire] = []
        for _ in 0..<count {
            let wire = try await served.wire(from: source)
            // Because of its limits, the server may already have closed this connection.
            do { try await wire.send("G") } catch is ChannelError {} catch is IOError {}
            wires.append(wire)
        }
        return wires
    }

    @Test(
        "However many connections strangers open, a signed-in phone keeps its connection and can open a second one",
        arguments: [1, 30])
    func flooded(networks: Int) async throws {
        let festival = try Festival()
        let owner = try DeskVisitor.owner(of: festival)
        let head = "Host: localhost\r\nCookie: __Host-session=\(try #require(owner.session).encoded)\r\n"
        let request = "GET /desk/account HTTP/1.1\r\n\(head)\r\n"
        let limits = ConnectionTests.limits(60, ofNetwork: 20)
        try await Served.with(limits: limits, configuration: festival.configuration) { served async throws in
            // The phone is in the same network as the strangers.
            let phone = try await served.wire(from: "127.0.1.1")
            try await phone.send(request)
            #expect(await phone.reply()?.status == 200)
            var flooding: [Wire] = []
            for network in 1...networks {
                flooding += try await flood(served, 90 / networks + 1, from: "127.0.1.\(network)")
            }
            try await phone.send(request)
            #expect(await phone.reply()?.status == 200)
            let another = try await served.wire(from: "127.0.1.1")
            try await another.send(request)
            #expect(await another.reply()?.status == 200)
            // A stranger in another network also gets a connection.
            #expect(try await served.ask("GET", "/healthz", from: "127.0.2.1")?.status == 200)
            for wire in flooding { do { try await wire.close() } catch is ChannelError {} }
        }
    }

    @Test("If an IP address has too many connections, the server closes idle ones, but none that awaits a response")
    func answering() async throws {
        let limits = ConnectionTests.limits(60, ofNetwork: 3)
        try await Served.with([.silence], limits: limits) { served async throws in
            let busy = try await served.wire()
            try await busy.send("GET /silence HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(await busy.receive()?.hasPrefix("HTTP/1.1 200") ?? false)
            let idle = try await served.wire()
            try await idle.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(await idle.reply()?.status == 200)
            let others = try await flood(served, 2, from: "127.0.0.1")
            #expect(await idle.receive() == nil)
            for wire in others { try await wire.close() }
            #expect(try await served.ask("GET", "/healthz")?.status == 200)
            try await busy.close()
        }
    }
}

@Suite("A server behind a proxy", .serving, .slow)
struct ForwardingTests {
    private func peers(_ served: Served) -> [String] {
        served.log.records.filter { $0.event == "request" }.flatMap(\.fields).compactMap { name, value in
            if name == "peer", case .text(let text) = value { text } else { nil }
        }
    }

    @Test(
        "Behind a proxy, the client’s address is the last forwarded address that does not belong to a proxy"
    )
    func addresses() async throws {
        let forwarding = try #require(Forwarding.behindProxy(["192.0.2.10", "2001:db8::10"]))
        try await Served.with(settings: .local(forwarding: forwarding)) { served async throws in
            let asked: [(head: String, peer: String)] = [
                ("", "127.0.0.1"),
                ("X-Forwarded-For: 203.0.113.7\r\n", "203.0.113.7"),
                ("X-Forwarded-For: 10.9.9.9, 203.0.113.7\r\n", "203.0.113.7"),
                ("X-Forwarded-For: 10.9.9.9\r\nX-Forwarded-For: 203.0.113.7, 192.0.2.10\r\n", "203.0.113.7"),
                ("X-Forwarded-For: 127.0.0.1, 203.0.113.7:4711, ::1\r\n", "203.0.113.7"),
                ("X-Forwarded-For: 127.0.0.2, 192.0.2.10\r\n", "127.0.0.2"),
                ("X-Forwarded-For: 203.0.113.7, invented\r\n", "127.0.0.1"),
                ("X-Forwarded-For: [2001:db8::7]:4711\r\n", "2001:db8::7"),
                ("Forwarded: for=10.9.9.9, for=\"[2001:db8::7]:4711\";proto=https;by=_x\r\n", "2001:db8::7"),
                ("Forwarded: proto=http;For=203.0.113.7, for=\"[2001:db8::10]\"\r\n", "203.0.113.7"),
                ("X-Forwarded-For: 203.0.113.7\r\nForwarded: for=203.0.113.7\r\n", "203.0.113.7"),
            ]
            for (head, peer) in asked {
                #expect(try await served.ask("GET", "/healthz", head: head)?.status == 200, "\(head)")
                #expect(peers(served).last == peer, "\(head)")
            }
            // The two fields differ, so the proxy has passed on one of them without a check.
            let both = "X-Forwarded-For: 203.0.113.7\r\nForwarded: for=10.9.9.9\r\n"
            #expect(try await served.ask("GET", "/healthz", head: both)?.status == 400)
        }
    }

    @Test(
        "Forwarded addresses are ignored if --behind-proxy is not given, or if the request does not come from the proxy"
    )
    func ignored() async throws {
        try await Served.with { served async throws in
            #expect(
                try await served.ask("GET", "/healthz", head: "X-Forwarded-For: 203.0.113.7\r\n")?.status == 200)
            #expect(peers(served) == ["127.0.0.1"])
        }
        #expect(Forwarding.behindProxy(["proxy.example"]) == nil)
        let forwarding = try #require(Forwarding.behindProxy())
        #expect(!forwarding.isProxy("203.0.113.7") && !forwarding.isProxy("127.example") && !forwarding.isProxy(nil))
    }

    @Test("Only direct requests from this machine get metrics; requests through a proxy or with proxy headers don’t")
    func metrics() async throws {
        for forwarding in [Forwarding.none, try #require(Forwarding.behindProxy())] {
            try await Served.with(settings: .local(forwarding: forwarding)) { served async throws in
                #expect(try await served.ask("GET", "/metrics")?.status == (forwarding.isOn ? 403 : 200))
                for head in [
                    "X-Forwarded-For: 203.0.113.7", "X-Forwarded-For: 127.0.0.1", "Forwarded: for=127.0.0.1",
                    "X-Real-IP: 127.0.0.1", "Via: 1.1 proxy", "X-Forwarded-Proto: https",
                ] {
                    #expect(try await served.ask("GET", "/metrics", head: "\(head)\r\n")?.status == 403, "\(head)")
                }
            }
        }
    }

    @Test("Behind a proxy, each client has its own limit for sign-in, and the proxy’s connections are not limited")
    func apart() async throws {
        let festival = try Festival()
        let forwarding = try #require(Forwarding.behindProxy())
        var limits = ServerLimits.patient
        limits.connectionsPerNetwork = 2
        try await Served.with(
            limits: limits, settings: .local(forwarding: forwarding), configuration: festival.configuration
        ) {
            served async throws in
            func guess(_ number: Int, from client: String) async throws -> Int? {
                try await served.ask(
                    "POST", "/sign-in",
                    head: "X-Forwarded-For: \(client)\r\nContent-Type: application/x-www-form-urlencoded\r\n",
                    body: "email=user\(number)@example.org&password=guess")?.status
            }
            for number in 1...5 { #expect(try await guess(number, from: "203.0.113.7") == 401) }
            #expect(try await guess(6, from: "203.0.113.7") == 429)
            #expect(try await guess(7, from: "203.0.113.8") == 401)
            var wires: [Wire] = []
            for _ in 0..<6 { wires.append(try await served.wire()) }
            for wire in wires {
                try await wire.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
                #expect(await wire.reply()?.status == 200)
            }
        }
    }
}
