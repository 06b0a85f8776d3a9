import EventFixture
import HTTPTypes
import Testing

@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

@Suite("The list of routes", .serving)
struct RouteListTests {
    private let parts: ServerParts
    private var routes: [Route] { parts.routes }

    init() throws { parts = try ServerParts(ServerConfiguration.empty(), log: { _ in }) }

    @Test("The router serves only the routes of the server’s list, and no route hides another route")
    func complete() throws {
        let router = RouteTable(routes, parts.context).router
        try router.validate()
        // The library writes path parameters in braces, for example `{event}`.
        let paths = Set(routes.map { $0.path.replacing(/:([a-z_]+)/) { "{\($0.1)}" } })
        let listed = Set(routes.map { "\($0.method) \($0.path.replacing(/:([a-z_]+)/) { "{\($0.1)}" })" })
        #expect(listed.count == routes.count)
        for route in router.routes {
            let isListed = listed.contains("\(route.method) \(route.path)")
            // The router also has routes that answer the other methods of a listed path with a 405.
            let isRefusal = paths.contains("\(route.path)") && RouteTable.methods.contains(route.method)
            #expect(isListed || isRefusal, "\(route)")
        }
        #expect(router.routes.count >= listed.count)
    }

    @Test("An address to listen on is a numeric address or localhost, with a port")
    func listenAddresses() {
        for (text, host, isLoopback) in [
            ("127.0.0.1:8080", "127.0.0.1", true), ("localhost:0", "127.0.0.1", true), ("[::1]:8080", "::1", true),
            ("127.8.9.1:1", "127.8.9.1", true), ("0.0.0.0:8080", "0.0.0.0", false), ("[::]:8080", "::", false),
            ("192.168.1.7:65535", "192.168.1.7", false), ("[::ffff:127.0.0.1]:80", "::ffff:127.0.0.1", true),
        ] {
            let address = ListenAddress(text)
            #expect(address?.host == host)
            #expect(address?.isLoopback == isLoopback, "\(text)")
        }
        for text in [
            "", "8080", ":8080", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1", "127.0.0.1:+1",
            "example.org:80", "::1:8080", "[127.0.0.1]:80", "127.1:80", "[::1]", "127.0.0.1:80:80", "[::1%lo]:80",
        ] {
            #expect(ListenAddress(text) == nil, "\(text)")
        }
    }
}
