import Foundation

/// A persistent connection that sends one request at a time and waits for each response.
final class HTTPConnection: Sendable {
    private let descriptor: Int32

    init(port: UInt16) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let outcome = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard descriptor >= 0, outcome == 0 else { throw Trouble("no connection: \(errno)") }
        var yes: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    }

    deinit { close(descriptor) }

    /// The bytes of a complete request, with its header and body.
    struct Request: Sendable {
        let bytes: [UInt8]

        /// - Parameter fields: header lines, each with its line end.
        init(_ method: String, _ path: String, fields: String = "", type: String? = nil, body: [UInt8] = []) {
            var head = "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\n\(fields)"
            if let type { head += "Content-Type: \(type)\r\nContent-Length: \(body.count)\r\n" }
            bytes = Array("\(head)\r\n".utf8) + body
        }
    }

    /// Sends a request, and returns the whole response. Throws an error if the response's status is not 200.
    func ask(_ request: Request) throws -> String {
        try send(request.bytes)
        var answer: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65_536)
        var total: Int?
        while total.map({ answer.count < $0 }) ?? true {
            let count = recv(descriptor, &part, part.count, 0)
            guard count > 0 else { throw Trouble("the server closed the connection") }
            answer += part[..<count]
            if total == nil { total = length(of: answer) }
        }
        let text = String(decoding: answer, as: UTF8.self)
        guard text.hasPrefix("HTTP/1.1 200") else { throw Trouble("answered \(text.prefix(300))") }
        return text
    }

    /// The length of the whole response with its header and body, in bytes; nil while the header is incomplete.
    private func length(of answer: [UInt8]) -> Int? {
        guard let end = answer.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let head = String(decoding: answer[..<end.lowerBound], as: UTF8.self)
        let body = head.firstMatch(of: /(?i)\ncontent-length: *([0-9]+)/).flatMap { Int($0.1) } ?? 0
        return end.upperBound + body
    }

    private func send(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { raw in
                Foundation.send(descriptor, raw.baseAddress?.advanced(by: sent), bytes.count - sent, 0)
            }
            guard count > 0 else { throw Trouble("the server accepts no data") }
            sent += count
        }
    }
}
