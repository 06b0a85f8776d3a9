import Foundation
import Management
import Store
import TicketToken
import Ticketing

/// A running `eventpass serve` on a data folder of its own, with somebody signed in.
final class Served {
    let event: Event
    let store: Store
    let ring: KeyRing
    let tokens: [String]
    private let process = Process()
    private let port: UInt16
    /// Lines of a head by which the session is known.
    private var head = ""

    init(_ program: String, tickets: Int) throws {
        let folder = "\(FileManager.default.currentDirectoryPath)/.build/stage/serve"
        let hall = try Hall(.sqlite, "serve")
        (event, store) = (hall.event, hall.store)
        try KeyRing.create(at: "\(folder)/keys")
        var ring = try KeyRing.open(at: "\(folder)/keys")
        _ = try ring.generate(at: Stage.now())
        self.ring = ring
        var random = SystemRandomNumberGenerator()
        try Data("\(DeviceID.random(using: &random))\n".utf8).write(to: URL(filePath: "\(folder)/device"))
        _ = try hall.office.issue(.unnamed(tickets), type: hall.types[0], of: event, signingWith: ring)
        let signer = TicketSigner(ring)
        var tokens: [String] = []
        try hall.office.forEachTicket(of: event) { [event] in
            tokens.append(try signer.text(ofIssued: $0.claims(of: event)))
        }
        self.tokens = tokens

        let output = Pipe()
        process.executableURL = URL(filePath: program)
        process.arguments = ["serve", "--listen", "127.0.0.1:0", "--data", folder]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let said = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let port = said.firstMatch(of: /:([0-9]+)\s/).flatMap({ UInt16($0.1) }) else {
            throw Trouble("serve said \(said)")
        }
        self.port = port

        guard let address = CallerAddress("127.0.0.1"),
            let secret = try Entrance(to: store, clock: Stage.now)
                .enter(by: try hall.office.makeEntryLink(), from: Entrance.Caller(address))
        else { throw Trouble("nobody was let in") }
        head = "Host: localhost\r\nCookie: __Host-session=\(secret.text)\r\n"
        let page = try connection().ask("GET /desk/account HTTP/1.1\r\n\(head)\r\n")
        guard let code = page.firstMatch(of: /name="antiforgery" content="([0-9a-f]+)"/)?.1 else {
            throw Trouble("no code in \(page.prefix(200))")
        }
        head += "X-Antiforgery: \(code)\r\n"
    }

    deinit {
        process.terminate()
        process.waitUntilExit()
    }

    /// Octets that it has in memory now.
    var memory: Int {
        let status = FileManager.default.contents(atPath: "/proc/\(process.processIdentifier)/status") ?? Data()
        return String(decoding: status, as: UTF8.self).firstMatch(of: /VmRSS:\s+(\d+) kB/)
            .flatMap { Int($0.1) }.map { $0 * 1024 } ?? 0
    }

    func connection() throws -> Connection { try Connection(port: port) }

    /// An answer for which the server needs no store.
    var plain: String { "GET /sign-in HTTP/1.1\r\nHost: localhost\r\n\r\n" }

    func scan(_ token: String, request: String) -> String {
        let body = #"{"request":"\#(request)","text":"\#(token)","gate":"North"}"#
        return """
            POST /gate/\(event.slug)/scan HTTP/1.1\r\n\(head)Content-Type: application/json\r\n\
            Content-Length: \(body.utf8.count)\r\n\r\n\(body)
            """
    }

    func frame(_ width: Int, _ height: Int, request: String) -> String {
        """
        POST /gate/\(event.slug)/frame?width=\(width)&height=\(height)&request=\(request)&gate=North HTTP/1.1\r\n\
        \(head)Content-Type: application/octet-stream\r\nContent-Length: \(width * height)\r\n\r\n
        """
    }

    /// A connection that is kept open, on which one asks after the other.
    final class Connection: Sendable {
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

        /// The answer, whole.
        func ask(_ text: String, _ body: [UInt8] = []) throws -> String {
            try send(Array(text.utf8) + body)
            var answer: [UInt8] = []
            var part = [UInt8](repeating: 0, count: 16_384)
            while true {
                let count = recv(descriptor, &part, part.count, 0)
                guard count > 0 else { throw Trouble("the server closed") }
                answer += part[..<count]
                let text = String(decoding: answer, as: UTF8.self)
                guard let end = text.firstRange(of: "\r\n\r\n") else { continue }
                let length = text.firstMatch(of: /(?i)content-length: (\d+)/).flatMap { Int($0.1) } ?? 0
                if text[end.upperBound...].utf8.count >= length { return text }
            }
        }

        private func send(_ bytes: [UInt8]) throws {
            var sent = 0
            while sent < bytes.count {
                let count = bytes.withUnsafeBytes { raw in
                    Foundation.send(descriptor, raw.baseAddress?.advanced(by: sent), bytes.count - sent, 0)
                }
                guard count > 0 else { throw Trouble("the server takes nothing") }
                sent += count
            }
        }
    }
}
