import Foundation
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import Management
import NIOCore
import NIOPosix
import ServiceLifecycle

/// The server: listens, answers by the list of routes, and stops when it has finished what it promised.
public struct WebServer: Sendable {
    /// What an operator decides.
    public struct Settings: Sendable {
        public var address: ListenAddress
        /// Nil is plain HTTP, for addresses that only this machine can reach.
        public var identity: TLSIdentity?
        /// Names it goes by, beside `localhost` and addresses in digits.
        public var names: [String]
        public var limits = Limits()
        /// Which proxies stand before it.
        public var forwarding = Forwarding.none

        public init(address: ListenAddress, identity: TLSIdentity? = nil, names: [String] = []) {
            self.address = address
            self.identity = identity
            self.names = names
        }
    }

    private let address: ListenAddress
    private let group: ServiceGroup
    private let gates: GateDesk?
    private let printing: PrintRoom?

    /// - Parameters:
    ///   - log: takes what happens.
    ///   - started: is called once with where it listens, when connections are taken.
    /// - Throws: what opening the store does; `PageFault`.
    public init(
        _ settings: Settings, _ premises: Premises, log: @escaping LogSink,
        started: @escaping @Sendable (ListenAddress) -> Void
    ) throws {
        let house = try House(premises, scheme: settings.identity == nil ? "http" : "https", log: log)
        var services: [any Service] = []
        if premises.webhooks == .sent, let ring = premises.keyRing {
            let post = try WebhookPost(lookUp: NameLookUp().addresses)
            services.append(
                WebhookSender(
                    Courier(signingWith: ring, clock: premises.now), log: log, openStore: premises.openStore,
                    send: post.send))
        }
        try self.init(settings, routes: Routes.all(house), house, beside: services, started: started)
    }

    /// - Parameter services: run and stop with it.
    init(
        _ settings: Settings, routes: [Route], _ house: House, beside services: [any Service] = [],
        started: @escaping @Sendable (ListenAddress) -> Void
    ) throws {
        address = settings.address
        gates = house.gates
        printing = house.printing
        let logger = ForwardedLog.logger(house.log)
        let door = FrontDoor(
            routes: RouteTable(routes, house).router.buildResponder(), names: HostNames(settings.names),
            forwarding: settings.forwarding, house: house)
        let application = Application(
            responder: door, server: try WebServer.connections(settings),
            configuration: ApplicationConfiguration(
                address: .hostname(address.host, port: address.port),
                availableConnectionsDelegate: MaximumAvailableConnections(
                    settings.limits.connections, logger: logger)),
            onServerRunning: { [address] channel in
                started(ListenAddress(host: address.host, port: channel.localAddress?.port ?? address.port))
            },
            logger: logger)
        var configuration = ServiceGroupConfiguration(services: [application] + services, logger: logger)
        configuration.maximumGracefulShutdownDuration = settings.limits.stopping
        group = ServiceGroup(configuration: configuration)
    }

    /// Runs until `stop`.
    ///
    /// - Throws: `WebServerError` where it can't listen.
    public func run() async throws {
        do {
            try await serve()
        } catch {
            await close()
            throw error
        }
        await close()
    }

    /// Whoever was answered has their answer by then; what gates still hold is written down, and no print run goes on.
    private func close() async {
        await gates?.close()
        await printing?.close()
    }

    private func serve() async throws {
        do {
            try await group.run()
        } catch is CancellationError {
            // The last word at a stop: what is not over by then is cut.
        } catch let error as IOError {
            throw switch error.errnoCode {
            case EADDRINUSE: WebServerError.inUse(address)
            case EADDRNOTAVAIL: WebServerError.notOfThisMachine(address)
            case EACCES: WebServerError.notAllowed(address)
            default: WebServerError.listening(address, errno: error.errnoCode)
            }
        }
    }

    /// Takes no more requests, answers those it has, and lets `run` return.
    public func stop() async { await group.triggerGracefulShutdown() }

    private static func connections(_ settings: Settings) throws -> HTTPServerBuilder {
        let limits = settings.limits
        // Room to accept one more before an old one is closed for it.
        let book = ConnectionBook(
            most: limits.connections - limits.connections / 20, ofNetwork: limits.connectionsOfNetwork,
            forwarding: settings.forwarding)
        let http = HTTPServerBuilder.http1(
            configuration: .init(
                additionalChannelHandlers: [
                    ConnectionWatch(book), AnswerWatch(patience: limits.stalled), RequestWatch(limits: limits),
                ],
                idleTimeout: TimeAmount(limits.idle),
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: limits.headerField, maxHeaderListSize: limits.headerList,
                    maxHeaderFieldCount: limits.headerCount)))
        guard let identity = settings.identity else { return http }
        return try .tls(http, tlsConfiguration: identity.configuration)
    }
}
