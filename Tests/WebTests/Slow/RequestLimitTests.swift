import EventFixture
import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

@Suite("Requests that are too long, too slow, or truncated", .serving, .slow)
struct RequestLimitTests {
    /// Returns limits for a server. The given limit is short, so that tests don’t wait long. The other limits are long,
    /// because the machine may be busy.
    private static func limits(_ short: WritableKeyPath<ServerLimits, Duration>) -> ServerLimits {
        var limits = ServerLimits.patient
        limits[keyPath: short] = .milliseconds(300)
        return limits
    }

    @Test(
        """
        A request is refused if its first line or a header field is too long, or if it has too many fields or header \
        bytes
        """
    )
    func longHead() async throws {
        try await Served.with { served async throws in
            for head in [
                "X-Long: \(String(repeating: "a", count: 9000))\r\n",
                (0..<20).map { "X-\($0): \(String(repeating: "a", count: 2000))\r\n" }.joined(),
                (0..<120).map { "X-\($0): a\r\n" }.joined(),
            ] {
                let reply = try await served.ask("GET", "/healthz", head: head)
                // If the client is still sending when the connection closes, the response may be lost.
                #expect(reply == nil || reply?.status == 400)
            }
            let path = try await served.ask("GET", "/\(String(repeating: "a", count: 40_000))")
            #expect(path?.status != 200)
            #expect(try await served.ask("GET", "/healthz")?.status == 200)
        }
    }

    @Test("Malformed HTTP gets a 400 or no response, and the next request is served")
    func garbage() async throws {
        try await Served.with(limits: RequestLimitTests.limits(\.idleTimeout)) { served async throws in
            for text in ["\u{16}\u{3}\u{1}\u{2}\u{0}", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "\r\n\r\n\0\0\0\r\n"] {
                let wire = try await served.wire()
                try await wire.send(text)
                let reply = await wire.reply()
                #expect(reply == nil || reply?.status == 400)
                _ = await wire.rest()
            }
            // On a slow machine, the short time limit may also end this connection, so the test tries again.
            var status: Int?
            while status != 200 { status = try await served.ask("GET", "/healthz")?.status }
        }
    }

    @Test(
        "A body of at most the allowed length is accepted, and a longer body is refused, even if it arrives in chunks"
    )
    func longBody() async throws {
        let small = Route.post("/small", .anybody, BodyLimit(bytes: 100, time: nil)) { request in
            .text("\(try await request.body().readableBytes)\n")
        }
        try await Served.with([small]) { served async throws in
            #expect(try await served.ask("POST", "/small", body: String(repeating: "a", count: 100))?.body == "100\n")
            let long = try await served.ask("POST", "/small", body: String(repeating: "a", count: 101))
            #expect(long?.status == 413)
            for count in [100, 101] {
                let size = String(count, radix: 16)
                let chunks = "\(size)\r\n\(String(repeating: "a", count: count))\r\n0\r\n\r\n"
                let wire = try await served.wire()
                try await wire.send(
                    "POST /small HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n\(chunks)")
                #expect(await wire.reply()?.status == (count == 100 ? 200 : 413))
            }
        }
    }

    @Test("A body whose stated length is too long is refused before the body arrives, and the connection closes")
    func announced() async throws {
        try await Served.with([.measure], limits: RequestLimitTests.limits(\.lingerTimeout)) { served async throws in
            let wire = try await served.wire()
            try await wire.send("POST /measure HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9000000000\r\n\r\n")
            let reply = await wire.reply()
            #expect(reply?.status == 413)
            #expect(reply?.headers["connection"] == "close")
            #expect(await wire.rest() == "")
        }
    }

    @Test("A client that sends all of a refused body can still read the response; then the connection closes")
    func unwanted() async throws {
        try await Served.with([.measure]) { served async throws in
            let wire = try await served.wire()
            try await wire.send("POST /nothing HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000000\r\n\r\n")
            let block = String(repeating: "a", count: 1_000_000)
            for _ in 0..<5 { try await wire.send(block) }
            #expect(await wire.reply()?.status == 404)
            #expect(await wire.rest() == "")
        }
    }

    @Test("If the head of a request arrives byte by byte without end, the server closes the connection")
    func drippingHead() async throws {
        try await Served.with(limits: RequestLimitTests.limits(\.idleTimeout)) { served async throws in
            try await drip("GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: ", to: served)
        }
    }

    @Test("If the body of a request arrives byte by byte without end, the response is a 408")
    func drippingBody() async throws {
        try await Served.with([.measure], limits: RequestLimitTests.limits(\.bodyTimeout)) { served async throws in
            let head = "POST /measure HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n"
            try await drip(head, to: served, expecting: 408)
        }
    }

    @Test("A body must arrive within a time limit; if a route sets a longer limit, that limit is enforced")
    func moreTime() throws {
        var limits = ServerLimits()
        limits.bodyTimeout = .seconds(10)
        for (more, end) in [(nil, 10), (Duration.seconds(120), 120)] {
            let channel = EmbeddedChannel(handler: RequestDeadlineHandler(limits: limits))
            try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
            let head = HTTPRequest(method: .post, scheme: "http", authority: "localhost", path: "/upload")
            try channel.writeInbound(HTTPRequestPart.head(head))
            if let more {
                try channel.triggerUserOutboundEvent(RequestDeadlineHandler.DeadlineExtension(duration: more)).wait()
            }
            channel.embeddedEventLoop.advanceTime(by: .seconds(Int64(end) - 1))
            #expect(channel.isActive)
            channel.embeddedEventLoop.advanceTime(by: .seconds(2))
            #expect(!channel.isActive)
            guard case .head(let response) = try channel.readOutbound(as: HTTPResponsePart.self) else {
                Issue.record("no response")
                continue
            }
            #expect(response.status == .requestTimeout)
            #expect(response.headerFields[.contentSecurityPolicy] == ContentSecurityPolicy().text)
        }
    }

    @Test("A route that extends the time limit receives the whole body")
    func upload() async throws {
        let upload = Route.post("/upload", .anybody, BodyLimit(bytes: 1000, time: .seconds(300))) { request in
            .text("\(try await request.body().readableBytes)\n")
        }
        try await Served.with([upload]) { served async throws in
            #expect(try await served.ask("POST", "/upload", body: "12345678")?.body == "8\n")
        }
    }

    @Test("If a client disconnects in the middle of a body, the next request is served")
    func cutOff() async throws {
        try await Served.with([.measure]) { served async throws in
            for _ in 0..<20 {
                let wire = try await served.wire()
                try await wire.send("POST /measure HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf")
                try await wire.close()
            }
            #expect(try await served.ask("POST", "/measure", body: "whole")?.body == "5\n")
        }
    }

    @Test("If a client opens a connection and sends nothing, the server closes the connection")
    func silent() async throws {
        try await Served.with(limits: RequestLimitTests.limits(\.idleTimeout)) { served async throws in
            let wire = try await served.wire()
            #expect(await wire.receive() == nil)
        }
    }

    @Test("If a client does not read its response, the server closes the connection and serves the next client")
    func deaf() async throws {
        let endless = Route.get("/endless", .anybody) { _ in
            .text(String(repeating: "a", count: 100_000_000))
        }
        var limits = RequestLimitTests.limits(\.stallTimeout)
        limits.connections = 1
        try await Served.with([endless], limits: limits) { served async throws in
            let deaf = try await DeafWire(to: served.address)
            try await deaf.send("GET /endless HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(try await served.ask("GET", "/healthz")?.status == 200)
            try await deaf.close()
        }
    }

    @Test("Three pipelined requests are answered in order, and the connection stays open")
    func pipeline() async throws {
        try await Served.with([.measure]) { served async throws in
            let wire = try await served.wire()
            func post(_ body: String) -> String {
                "POST /measure HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
            }
            try await wire.send(post("a") + post("bb") + post("ccc"))
            for count in 1...3 {
                let reply = await wire.reply()
                #expect(reply?.body == "\(count)\n")
                #expect(reply?.headers["connection"] == nil)
            }
            try await wire.send(post("dddd"))
            #expect(await wire.reply()?.body == "4\n")
        }
    }

    /// Sends the given text, and then single bytes at short intervals, until the server closes the connection.
    private func drip(_ head: String, to served: Served, expecting status: Int? = nil) async throws {
        let wire = try await served.wire()
        try await wire.send(head)
        let dripping = Task {
            while !Task.isCancelled {
                try await Task.sleep(for: .milliseconds(50))
                try await wire.send("a")
            }
        }
        defer { dripping.cancel() }
        if let status { #expect(await wire.reply()?.status == status) }
        _ = await wire.rest()
    }
}
