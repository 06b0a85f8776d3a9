import EventFixture
import Foundation
import TerminalFixture

/// A server that runs at the same time as the gates, with a client of the server’s API.
final class ScheduleServer {
    private let server: ServingProgram
    private let token: String

    init(in folder: TemporaryFolder, environment: [String: String], token: String) throws {
        self.token = token
        server = try ServingProgram(in: folder, environment: environment)
    }

    var process: Int32 { server.process }

    /// Scans a token through the API.
    ///
    /// - Returns: the verdict, in the words of `SchedulePage`: “admitted”, “refused”, “repeated” or “undecided”.
    func scan(_ token: String, request: String) throws -> String {
        let body = #"{"request":"\#(request)","text":"\#(token)","gate":"Server"}"#
        let answer = try ask("POST /api/v1/events/fair/gate/scan", body)
        guard let verdict = answer.firstMatch(of: /"verdict":"([a-z]+)"/).map({ String($0.1) }) else {
            throw Surprise("no verdict in \(answer)")
        }
        return ["admit": "admitted", "refuse": "refused", "repeat": "repeated"][verdict] ?? verdict
    }

    func end(_ signal: Int32) throws { try server.end(signal) }

    private func ask(_ line: String, _ body: String) throws -> String {
        let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(connection) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = server.port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connection >= 0, connected == 0 else { throw Surprise("no connection to the server") }
        let text = """
            \(line) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nConnection: close\r\nAuthorization: Bearer \(token)\r\n\
            Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)
            """
        guard write(connection, text, text.utf8.count) == text.utf8.count else { throw Surprise("no connection") }
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(connection, &buffer, buffer.count)
            guard count > 0 else { return String(decoding: answer, as: UTF8.self) }
            answer += buffer.prefix(count)
        }
    }
}
