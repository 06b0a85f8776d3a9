import EventFixture
import Foundation
import HTTPTypes
import NIOSSL
import Store
import Synchronization

@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

/// A server on a free local port, which runs while a test sends requests.
struct Served: Sendable {
    let server: WebServer
    let address: ListenAddress
    let log: Log
    private let context: NIOSSLContext?

    final class Log: Sendable {
        private let entries = Mutex<[LogRecord]>([])
        var records: [LogRecord] { entries.withLock { $0 } }
        func append(_ record: LogRecord) { entries.withLock { $0.append(record) } }
        var text: String { records.map { "\($0)" }.joined(separator: "\n") }
    }

    /// Runs a server with its usual routes and the given routes. Stops the server after the work, and returns how long
    /// the server took to stop.
    @discardableResult
    static func with(
        _ routes: [Route] = [], limits: ServerLimits = .patient, settings: WebServer.Settings = .local(),
        configuration: ServerConfiguration? = nil, gates: GateConfiguration? = nil, printing: PrintConfiguration? = nil,
        health: HealthCheck = HealthCheck(timeout: .seconds(60)) {}, _ work: (Served) async throws -> Void
    ) async throws -> Duration {
        var settings = settings
        settings.limits = limits
        let log = Log()
        let (addresses, started) = AsyncStream.makeStream(of: ListenAddress.self)
        let parts = try ServerParts(
            configuration ?? ServerConfiguration.empty(), gates: gates, printing: printing,
            health: health, log: { log.append($0) })
        let server = try WebServer(settings, parts, routes: routes) {
            started.yield($0)
        }
        let running = Task {
            defer { started.finish() }
            try await server.run()
        }
        var context: NIOSSLContext?
        if settings.tlsIdentity != nil {
            var tls = TLSConfiguration.makeClientConfiguration()
            tls.certificateVerification = .none
            context = try NIOSSLContext(configuration: tls)
        }
        guard let address = await addresses.first(where: { _ in true }) else {
            try await running.value
            throw Surprise(what: "the server stopped before it accepted connections")
        }
        do {
            try await work(Served(server: server, address: address, log: log, context: context))
        } catch {
            await server.stop()
            try await running.value
            throw error
        }
        let clock = ContinuousClock()
        return try await clock.measure {
            await server.stop()
            try await running.value
        }
    }

    /// Opens a connection to the server.
    ///
    /// - Parameter source: the local address of the connection; nil lets the system choose an address.
    func wire(from source: String? = nil) async throws -> Wire {
        try await Wire(to: address, tls: context, from: source)
    }

    /// Sends a request on a new connection, and returns the response; nil if the connection ends without a response.
    ///
    /// - Parameters:
    ///   - head: further header lines after the Host field, each with its line end.
    ///   - source: the local address of the connection; nil lets the system choose an address.
    func ask(
        _ method: String, _ path: String, host: String? = "localhost", head: String = "", body: String = "",
        from source: String? = nil
    ) async throws -> Reply? {
        let wire = try await wire(from: source)
        let host = host.map { "Host: \($0)\r\n" } ?? ""
        let length = body.isEmpty ? "" : "Content-Length: \(body.utf8.count)\r\n"
        try await wire.send("\(method) \(path) HTTP/1.1\r\n\(host)\(head)\(length)\r\n\(body)")
        defer { Task { try await wire.close() } }
        return await wire.reply(to: method)
    }

    struct Surprise: Error {
        let what: String
    }
}

extension Route {
    /// A route whose response is the number of bytes in the request’s body.
    static let measure = Route.post("/measure", .anybody) { request in
        .text("\(try await request.body().readableBytes)\n")
    }

    /// A route that responds after a delay, unless the request is cancelled first.
    static func slow(_ duration: Duration) -> Route {
        .get("/slow", .anybody) { _ in
            try await Task.sleep(for: duration)
            return .text("finished\n")
        }
    }

    /// A route that sends one server-sent event, and then leaves the stream open without further events.
    static let silence = Route.get("/silence", .anybody) { _ in
        .eventStream {
            let (stream, events) = AsyncStream.makeStream(of: String.self)
            events.yield("data: hello\n\n")
            return stream
        }
    }
}

extension ServerConfiguration {
    /// A configuration with an empty store.
    static func empty() throws -> ServerConfiguration {
        let folder = try TemporaryFolder()
        let address = StoreAddress.sqlite(path: "\(folder.path)/store.sqlite")
        _ = try Store.open(address, creating: true)
        // The closure keeps the object `folder` alive, because the folder on the disk is deleted when the object is
        // released.
        return ServerConfiguration(clock: { Festival.start }) {
            try withExtendedLifetime(folder) { try Store.open(address) }
        }
    }
}

extension Festival {
    /// The festival’s current key ring. Later changes of the ring do not reach the server.
    var keys: KeyRingSource { { [ring] in ring } }

    /// The configuration of a server that uses the festival’s store.
    var configuration: ServerConfiguration {
        ServerConfiguration(clock: clock.now, keyRing: keys) { [address] in try Store.open(address) }
    }
}

extension WebServer.Settings {
    /// The settings of a server on a free local port.
    static func local(
        names: [String] = [], identity: TLSIdentity? = nil, forwarding: Forwarding = .none
    ) -> WebServer.Settings {
        var settings = WebServer.Settings(address: .loopback(port: 0), tlsIdentity: identity, hostNames: names)
        settings.forwarding = forwarding
        return settings
    }
}

extension ServerLimits {
    /// Long limits, so that the tests don’t fail on a busy machine.
    static var patient: ServerLimits {
        var limits = ServerLimits()
        (limits.idleTimeout, limits.bodyTimeout, limits.lingerTimeout, limits.stallTimeout, limits.stopTimeout) =
            (.seconds(300), .seconds(300), .seconds(300), .seconds(300), .seconds(300))
        return limits
    }
}
