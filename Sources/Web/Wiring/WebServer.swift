import Foundation
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import Management
import Messaging
import NIOCore
import NIOPosix
import ServiceLifecycle
public import WebDesk
public import WebGate
public import WebHost

/// The HTTP server. It listens, dispatches requests to routes, and finishes the requests in progress before it stops.
public struct WebServer: Sendable {
    /// The settings that an administrator chooses.
    public struct Settings: Sendable {
        public var address: ListenAddress
        /// The certificate and the key for HTTPS. Nil for plain HTTP, which the `serve` command allows only if no other
        /// machine can reach the address.
        public var tlsIdentity: TLSIdentity?
        /// The host names that the server accepts in requests, in addition to `localhost` and numeric addresses.
        public var hostNames: [String]
        public var limits = ServerLimits()
        /// The reverse proxies in front of the server.
        public var forwarding = Forwarding.none

        public init(address: ListenAddress, tlsIdentity: TLSIdentity? = nil, hostNames: [String] = []) {
            self.address = address
            self.tlsIdentity = tlsIdentity
            self.hostNames = hostNames
        }
    }

    private let address: ListenAddress
    private let group: ServiceGroup
    private let parts: ServerParts

    /// Makes a server with its parts, and opens the store. `run` starts it.
    ///
    /// - Parameters:
    ///   - gates: the configuration of the gate pages and their threads; nil to run no gates.
    ///   - printing: the configuration of printing; nil to disable printing.
    ///   - log: receives log records.
    ///   - started: called once, when the server begins to accept connections, with the server's address.
    /// - Throws: `TemplateError` for an invalid template; any error that occurs when the store is opened.
    public init(
        _ settings: Settings, _ configuration: WebHost.ServerConfiguration, gates: GateConfiguration? = nil,
        printing: PrintConfiguration? = nil, log: @escaping LogSink,
        started: @escaping @Sendable (ListenAddress) -> Void
    ) throws {
        let parts = try ServerParts(
            configuration, gates: gates, printing: printing, scheme: settings.tlsIdentity == nil ? "http" : "https",
            log: log)
        let context = parts.context
        var services: [any Service] = [
            PendingChangeLoop(
                PendingChangePerformer(clock: configuration.now, applying: { context.noticePolicy }), log: log,
                openStore: configuration.openStore)
        ]
        if configuration.options.webhooks == .byThisServer, let ring = configuration.keyRing {
            let post = try WebhookClient(resolve: HostResolver().addresses)
            services.append(
                WebhookDeliveryService(
                    WebhookDispatcher(signingWith: ring, clock: configuration.now), log: log,
                    openStore: configuration.openStore, send: post.send))
        }
        if let messages = configuration.messages, let ring = configuration.keyRing {
            services.append(
                NoticeDeliveryService(
                    log: log,
                    makeSender: {
                        NoticeSender(
                            try configuration.openStore(), signingWith: ring, settings: messages,
                            passes: configuration.passes?.signers, clock: configuration.now)
                    }))
        }
        try self.init(settings, parts, beside: services, started: started)
    }

    /// Makes a server from parts that exist already.
    ///
    /// - Parameters:
    ///   - routes: more routes, in addition to the routes of `parts`.
    ///   - services: services that run and stop with the server.
    init(
        _ settings: Settings, _ parts: ServerParts, routes: [Route] = [], beside services: [any Service] = [],
        started: @escaping @Sendable (ListenAddress) -> Void
    ) throws {
        address = settings.address
        self.parts = parts
        let logger = LogRecordHandler.logger(parts.context.log)
        let pipeline = RequestPipeline(
            routes: RouteTable(parts.routes + routes, parts.context).router.buildResponder(),
            hostNames: AllowedHosts(settings.hostNames), forwarding: settings.forwarding, server: parts.context)
        let application = Application(
            responder: pipeline, server: try WebServer.httpServer(settings),
            configuration: ApplicationConfiguration(
                address: .hostname(address.host, port: address.port),
                availableConnectionsDelegate: MaximumAvailableConnections(
                    settings.limits.connections, logger: logger)),
            onServerRunning: { [address] channel in
                started(ListenAddress(host: address.host, port: channel.localAddress?.port ?? address.port))
            },
            logger: logger)
        var configuration = ServiceGroupConfiguration(services: [application] + services, logger: logger)
        configuration.maximumGracefulShutdownDuration = settings.limits.stopTimeout
        group = ServiceGroup(configuration: configuration)
    }

    /// Runs until `stop` is called.
    ///
    /// - Throws: `WebServerError` if the server cannot listen on its address.
    public func run() async throws {
        do {
            try await serve()
        } catch {
            await parts.close()
            throw error
        }
        await parts.close()
    }

    private func serve() async throws {
        do {
            try await group.run()
        } catch is CancellationError {
            // The requests in progress did not end before the shutdown timeout, so their connections were closed.
        } catch let error as IOError {
            throw switch error.errnoCode {
            case EADDRINUSE: WebServerError.addressInUse(address)
            case EADDRNOTAVAIL: WebServerError.addressNotAvailable(address)
            case EACCES: WebServerError.portNotPermitted(address)
            default: WebServerError.listenFailed(address, errno: error.errnoCode)
            }
        }
    }

    /// Accepts no more requests, answers the requests in progress, and lets `run` return.
    public func stop() async { await group.triggerGracefulShutdown() }

    private static func httpServer(_ settings: Settings) throws -> HTTPServerBuilder {
        let limits = settings.limits
        // When the number of connections comes close to the limit, the registry closes an open connection for each new
        // connection, so that the new connection can be accepted.
        let registry = ConnectionRegistry(
            maximum: limits.connections - limits.connections / 20, ofNetwork: limits.connectionsPerNetwork,
            forwarding: settings.forwarding)
        let http = HTTPServerBuilder.http1(
            configuration: .init(
                additionalChannelHandlers: [
                    ConnectionRegistryHandler(registry), StalledResponseHandler(timeout: limits.stallTimeout),
                    RequestDeadlineHandler(limits: limits),
                ],
                idleTimeout: TimeAmount(limits.idleTimeout),
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: limits.headerFieldSize, maxHeaderListSize: limits.headerListSize,
                    maxHeaderFieldCount: limits.headerCount)))
        guard let identity = settings.tlsIdentity else { return http }
        return try .tls(http, tlsConfiguration: identity.configuration)
    }
}
