import EventFixture
import Foundation
import Testing

@Suite("The command `serve` with the options for a reverse proxy", .lowPriority)
struct ProxyOptionTests {
    private let stage: Stage

    init() throws { stage = try Stage() }

    /// Sends a request as a proxy on this machine does.
    ///
    /// - Parameter head: further header lines in the syntax of `printf`, each ending with `\r\n`.
    /// - Returns: the response with its header.
    private func ask(_ server: ServingProgram, _ path: String, head: String = "") throws -> String {
        let request = #"GET \#(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\#(head)\r\n"#
        let asked = try stage.sh(
            #"bash -c 'exec 3<>/dev/tcp/127.0.0.1/\#(server.port) && printf "\#(request)" >&3 && cat <&3'"#)
        #expect(asked.status == 0, "\(asked)")
        return asked.text
    }

    private func peers() throws -> [String] {
        let log = String(decoding: try stage.folder.read("served.log"), as: UTF8.self)
        return log.matches(of: /"event":"request".*"peer":"([^"]*)"/).map { String($0.1) }
    }

    @Test("With --behind-proxy, the log has the client’s address, and all requests for metrics are refused")
    func behindProxy() throws {
        let server = try ServingProgram(
            in: stage.folder, "--behind-proxy --proxy 192.0.2.10 --proxy 2001:db8::10 --log json 2> served.log")
        let forwarded = #"X-Forwarded-For: 10.9.9.9, 203.0.113.7, 192.0.2.10\r\n"#
        #expect(try ask(server, "/healthz", head: forwarded).hasPrefix("HTTP/1.1 200"))
        #expect(try ask(server, "/metrics", head: forwarded).hasPrefix("HTTP/1.1 403"))
        // If nginx has no setting besides `proxy_pass`, it sends no forwarding header. The server then cannot
        // distinguish a visitor’s request from a local request. So even local requests for metrics are refused.
        #expect(try ask(server, "/metrics").hasPrefix("HTTP/1.1 403"))
        try server.end()
        #expect(try peers() == ["203.0.113.7", "203.0.113.7", "127.0.0.1"])
    }

    @Test("Without --behind-proxy, the log ignores forwarding headers, and requests with such a header get no metrics")
    func noProxy() throws {
        let server = try ServingProgram(in: stage.folder, "--log json 2> served.log")
        let forwarded = #"X-Forwarded-For: 203.0.113.7\r\n"#
        #expect(try ask(server, "/healthz", head: forwarded).hasPrefix("HTTP/1.1 200"))
        #expect(try ask(server, "/metrics", head: forwarded).hasPrefix("HTTP/1.1 403"))
        #expect(try ask(server, "/metrics").hasPrefix("HTTP/1.1 200"))
        try server.end()
        #expect(try peers() == ["127.0.0.1", "127.0.0.1", "127.0.0.1"])
    }

    @Test("--proxy without --behind-proxy, or with a host name instead of an IP address, is a usage error")
    func refused() throws {
        let alone = try stage.sh("eventpass serve --listen 127.0.0.1:0 --proxy 192.0.2.10")
        #expect(alone.status == 64 && alone.errorText.contains("--proxy needs --behind-proxy"), "\(alone)")
        let name = try stage.sh("eventpass serve --listen 127.0.0.1:0 --behind-proxy --proxy proxy.example")
        #expect(name.status == 64 && name.errorText.contains("--proxy takes an IP address"), "\(name)")
    }
}
