import EventFixture
import Testing

@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

@Suite("Health, start and stop of a server", .serving)
struct ServerLifeTests {
    @Test("The server is healthy while its store works, and unhealthy while the store throws errors or hangs")
    func health() async throws {
        struct Gone: Error {}
        try await Served.with { served async throws in #expect(try await served.ask("GET", "/healthz")?.body == "ok\n")
        }
        try await Served.with(health: HealthCheck(timeout: .seconds(60)) { throw Gone() }) { served async throws in
            #expect(try await served.ask("GET", "/healthz")?.status == 503)
        }
        let stuck = Gate()
        let check = HealthCheck(timeout: .milliseconds(200)) { stuck.wait() }
        try await Served.with(health: check) { served async throws in
            #expect(try await served.ask("GET", "/healthz")?.status == 503)
            #expect(try await served.ask("GET", "/healthz")?.status == 503)
            #expect(try await served.ask("GET", "/metrics")?.status == 200)
            stuck.open()
            var status: Int?
            while status != 200 { status = try await served.ask("GET", "/healthz")?.status }
        }
    }

    @Test("The metrics count requests by method, route and status")
    func metrics() async throws {
        try await Served.with { served async throws in
            for _ in 0..<3 { _ = try await served.ask("GET", "/healthz") }
            _ = try await served.ask("GET", "/wp-login.php")
            let reply = try #require(try await served.ask("GET", "/metrics"))
            #expect(reply.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
            #expect(reply.body.contains(#"requests_total{method="GET",route="/healthz",status="200"} 3"#))
            #expect(reply.body.contains(#"requests_total{method="GET",route="none",status="404"} 1"#))
            #expect(reply.body.contains("duration_seconds_count 4"))
        }
    }

    @Test("If the port is in use, or the address belongs to another machine, the server reports an error")
    func usedAddress() async throws {
        try await Served.with { served async throws in
            let second = try WebServer(
                .init(address: served.address), ServerConfiguration.empty(), log: { _ in }, started: { _ in })
            await #expect(throws: WebServerError.addressInUse(served.address)) { try await second.run() }
        }
        let far = try #require(ListenAddress("192.0.2.1:8080"))
        let server = try WebServer(.init(address: far), ServerConfiguration.empty(), log: { _ in }, started: { _ in })
        await #expect(throws: WebServerError.addressNotAvailable(far)) { try await server.run() }
    }

    @Test("A stopping server still answers the requests that it is handling, and closes idle connections at once")
    func stop() async throws {
        let (entered, answered) = (Gate(), Gate())
        let slow = Route.get("/slow", .anybody) { _ in
            entered.open()
            await answered.opened()
            return .text("finished\n")
        }
        let duration = try await Served.with([slow]) { served async throws in
            let idle = try await served.wire()
            let busy = try await served.wire()
            try await busy.send("GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n")
            await entered.opened()
            await served.server.stop()
            #expect(await idle.receive() == nil)
            answered.open()
            #expect(await busy.reply()?.body == "finished\n")
            #expect(await busy.receive() == nil)
        }
        #expect(duration < .seconds(60))
    }

    @Test("When the server stops, a stream of server-sent events ends as a complete response")
    func stopStream() async throws {
        let clock = ContinuousClock()
        try await Served.with([.silence]) { served async throws in
            let wire = try await served.wire()
            try await wire.send("GET /silence HTTP/1.1\r\nHost: localhost\r\n\r\n")
            var text = ""
            while !text.contains("hello") { text += try #require(await wire.receive()) }
            let duration = await clock.measure {
                await served.server.stop()
                text += await wire.rest()
            }
            #expect(text.hasSuffix("0\r\n\r\n"))
            #expect(duration < .seconds(60))
        }
    }

    @Test("When the server stops, a request with an incomplete body soon gets a 408")
    func stopBody() async throws {
        let duration = try await Served.with([.measure]) { served async throws in
            let wire = try await served.wire()
            try await wire.send("POST /measure HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nhalf")
            // When the server has answered this second request, it has also begun to read the first request’s body.
            while try await served.ask("GET", "/healthz")?.status != 200 {}
            await served.server.stop()
            #expect(await wire.reply()?.status == 408)
        }
        #expect(duration < .seconds(60))
    }

    @Test("When the server stops, a response that is not complete within the stop timeout is cut off")
    func lastMessage() async throws {
        var limits = ServerLimits.patient
        limits.stopTimeout = .milliseconds(500)
        let duration = try await Served.with([.slow(.seconds(300))], limits: limits) { served async throws in
            let wire = try await served.wire()
            try await wire.send("GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n")
            while try await served.ask("GET", "/healthz")?.status != 200 {}
        }
        #expect(duration < .seconds(60))
    }

    @Test(
        "A server at its limit of connections serves a new connection only after another connection ends"
    )
    func connections() async throws {
        var limits = ServerLimits.patient
        limits.connections = 4
        try await Served.with(limits: limits) { served async throws in
            var wires: [Wire] = []
            for _ in 0..<4 {
                let wire = try await served.wire()
                try await wire.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
                #expect(await wire.reply()?.status == 200)
                wires.append(wire)
            }
            let fifth = try await served.wire()
            try await fifth.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            let answered = Task { await fifth.reply()?.status }
            // While four connections are open, the fifth gets no response. The first four are still served.
            for wire in wires {
                try await wire.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
                #expect(await wire.reply()?.status == 200)
            }
            #expect(served.log.records.filter { $0.event == "request" }.count == 8)
            try await wires[0].close()
            #expect(await answered.value == 200)
        }
    }
}
