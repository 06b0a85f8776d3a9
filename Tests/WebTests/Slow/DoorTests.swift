import EventFixture
import HTTPTypes
import Testing

@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

@Suite("Requests to the server", .serving, .slow)
struct DoorTests {
    @Test("A server accepts requests for its names, for localhost and for numeric addresses, with and without a port")
    func knownNames() async throws {
        try await Served.with(settings: .local(names: ["Gate.Example"])) { served async throws in
            for host in [
                "localhost", "LOCALHOST:8080", "127.0.0.1", "127.0.0.1:1", "[::1]", "[::1]:8080", "192.168.1.7:8080",
                "gate.example", "gate.example.:8080",
            ] {
                #expect(try await served.ask("GET", "/healthz", host: host)?.status == 200, "\(host)")
            }
        }
    }

    @Test(
        "A request with a foreign or malformed host name is refused",
        arguments: [
            "evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "localhost:80:80", "[::1", "[::1]x",
            "[localhost]x", "localhost:", "localhost:x", "localhost@evil.example", "1", "",
        ])
    func foreignName(host: String) async throws {
        try await Served.with { served async throws in
            let reply = try await served.ask("GET", "/healthz", host: host)
            // A host with a colon is valid even if no port follows the colon.
            #expect(reply?.status == (host == "localhost:" ? 200 : 421))
            #expect(!(reply?.body.contains("evil") ?? false))
        }
    }

    @Test("A request without a host is refused, and a host in the request line doesn’t replace the Host field")
    func noName() async throws {
        try await Served.with { served async throws in
            #expect(try await served.ask("GET", "/healthz", host: nil)?.status == 421)
            // The server uses only the Host field, because another site’s page can’t choose that field.
            #expect(try await served.ask("GET", "http://localhost/healthz", host: "evil.example")?.status == 421)
            #expect(try await served.ask("OPTIONS", "*")?.status == 400)
        }
    }

    @Test("An unknown path gets a 404; an unsupported method gets a 405 with the allowed methods")
    func notThere() async throws {
        try await Served.with([.measure]) { served async throws in
            #expect(try await served.ask("GET", "/nothing")?.status == 404)
            #expect(try await served.ask("GET", "/healthz/")?.status != 500)
            let posted = try await served.ask("POST", "/healthz")
            #expect(posted?.status == 405)
            #expect(posted?.headers["allow"] == "GET, HEAD")
            #expect(try await served.ask("GET", "/measure")?.headers["allow"] == "POST")
            #expect(try await served.ask("PROPFIND", "/healthz")?.headers["allow"] == "GET, HEAD")
            // The response to HEAD has no body.
            #expect(try await served.ask("HEAD", "/healthz")?.status == 200)
        }
    }

    @Test("Every response has the headers that restrict browsers", arguments: ["/healthz", "/nothing", "/broken"])
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

    @Test("If a route throws an error, the response is a 500 that reveals nothing about the error")
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

    @Test("API clients get errors as JSON, with status and request ID")
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

    @Test(
        "The log has the route of a request (such as /link/:event), but not the request’s path, query, headers or body"
    )
    func log() async throws {
        let link = Route.get("/link/:event/:code/:secret", .anybody) { request in
            .text(request.pathParameter("code") ?? "")
        }
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
            // With the request ID in a response, support staff can find the request in the log.
            #expect(text.contains(try #require(reply?.headers["x-request-id"])))
        }
    }

    private struct Surprise: Error, CustomStringConvertible {
        let description = "Grace Nakato’s row"
    }
}
