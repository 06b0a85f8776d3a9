import EventFixture
import HTTPTypes
import Testing

@testable import Web

@Suite("What comes to the door", .serving)
struct DoorTests {
    @Test("A server answers by localhost and by addresses in digits, with and without a port")
    func knownNames() async throws {
        try await Served.with(names: ["Gate.Example"]) { served async throws in
            for host in [
                "localhost", "LOCALHOST:8080", "127.0.0.1", "127.0.0.1:1", "[::1]", "[::1]:8080", "192.168.1.7:8080",
                "gate.example", "gate.example.:8080",
            ] {
                #expect(try await served.ask("GET", "/healthz", host: host)?.status == 200, "\(host)")
            }
        }
    }

    @Test(
        "A name that was made to lead here is told nothing",
        arguments: [
            "evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "localhost:80:80", "[::1", "[::1]x",
            "[localhost]x", "localhost:", "localhost:x", "localhost@evil.example", "1", "",
        ])
    func foreignName(host: String) async throws {
        try await Served.with { served async throws in
            let reply = try await served.ask("GET", "/healthz", host: host)
            #expect(reply?.status == (host == "localhost:" ? 200 : 421))
            #expect(!(reply?.body.contains("evil") ?? false))
        }
    }

    @Test("A request without a name is refused; a name in its first line is no other")
    func noName() async throws {
        try await Served.with { served async throws in
            #expect(try await served.ask("GET", "/healthz", host: nil)?.status == 421)
            // The name that a page of a stranger can't choose is the field's.
            #expect(try await served.ask("GET", "http://localhost/healthz", host: "evil.example")?.status == 421)
            #expect(try await served.ask("OPTIONS", "*")?.status == 400)
        }
    }

    @Test("A path that is not there is not found; another method than its own is told which there are")
    func notThere() async throws {
        try await Served.with([.measure]) { served async throws in
            #expect(try await served.ask("GET", "/nothing")?.status == 404)
            #expect(try await served.ask("GET", "/healthz/")?.status != 500)
            let posted = try await served.ask("POST", "/healthz")
            #expect(posted?.status == 405)
            #expect(posted?.headers["allow"] == "GET, HEAD")
            #expect(try await served.ask("GET", "/measure")?.headers["allow"] == "POST")
            #expect(try await served.ask("PROPFIND", "/healthz")?.headers["allow"] == "GET, HEAD")
            // Asked for the head alone, its body is none.
            #expect(try await served.ask("HEAD", "/healthz")?.status == 200)
        }
    }

    @Test("Every answer tells browsers what they may do with it", arguments: ["/healthz", "/nothing", "/broken"])
    func securityHeaders(path: String) async throws {
        let broken = Route.get("/broken", .anybody) { _ in throw Surprise() }
        try await Served.with([broken]) { served async throws in
            for host in ["localhost", "evil.example"] {
                let headers = try #require(try await served.ask("GET", path, host: host)).headers
                #expect(headers["content-security-policy"]?.hasPrefix("default-src 'self'") ?? false)
                #expect(!(headers["content-security-policy"]?.contains("unsafe") ?? true))
                #expect(headers["x-content-type-options"] == "nosniff")
                #expect(headers["referrer-policy"] == "no-referrer")
                #expect(headers["cache-control"] == "no-store")
                #expect(headers["server"] == nil)
            }
        }
    }

    @Test("A fault in a route is a 500 without a word of what it was")
    func fault() async throws {
        let broken = Route.get("/broken", .anybody) { _ in throw Surprise() }
        try await Served.with([broken]) { served async throws in
            let reply = try await served.ask("GET", "/broken")
            #expect(reply?.status == 500)
            #expect(reply?.body == "Internal Server Error\n")
            #expect(served.log.text.contains("Surprise"))
            #expect(!served.log.text.contains("Grace"))
        }
    }

    @Test("Programs are told in JSON why there is no answer")
    func problem() async throws {
        try await Served.with { served async throws in
            let reply = try await served.ask("GET", "/nothing", head: "Accept: application/json\r\n")
            #expect(reply?.headers["content-type"] == "application/problem+json")
            let id = reply?.headers["x-request-id"] ?? "?"
            #expect(
                reply?.body == #"{"type":"about:blank","title":"Not Found","status":404,"request":"\#(id)"}"# + "\n")
            let api = "/api/v1/events"
            for (method, path, status) in [("GET", "/api/v1/x", 404), ("DELETE", api, 405), ("POST", api, 401)] {
                let reply = try #require(try await served.ask(method, path, body: method == "POST" ? "{}" : ""))
                #expect(reply.status == status && reply.headers["content-type"] == "application/problem+json")
            }
        }
    }

    @Test("The log has the route of a request, and nothing of its address, its query, its headers, its body")
    func log() async throws {
        let link = Route.get("/link/:event/:code/:secret", .anybody) { visit in .text(visit.part("code") ?? "") }
        try await Served.with([link, .measure]) { served async throws in
            let reply = try await served.ask(
                "GET", "/link/new-year/4F7K/s3cr3t?name=Grace", head: "Cookie: s3cr3t=1\r\n")
            #expect(reply?.body == "4F7K")
            _ = try await served.ask("POST", "/measure?s3cr3t", body: "s3cr3t Grace")
            _ = try await served.ask("GET", "/s3cr3t/Grace")
            _ = try await served.ask("GET", "/", host: "s3cr3t.example")
            _ = try await served.ask("PROPFIND", "/s3cr3t")
            let text = served.log.text
            #expect(served.log.records.filter { $0.event == "request" }.count == 5)
            #expect(text.contains("/link/"))
            for secret in ["s3cr3t", "Grace", "4F7K", "new-year"] { #expect(!text.contains(secret), "\(secret)") }
            // Whoever complains can say which line is theirs.
            #expect(text.contains(try #require(reply?.headers["x-request-id"])))
        }
    }

    private struct Surprise: Error, CustomStringConvertible {
        let description = "Grace Nakato’s row"
    }
}
