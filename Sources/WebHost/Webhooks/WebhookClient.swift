package import NIOCore
import NIOHTTP1
import NIOPosix
package import NIOSSL
package import Ticketing

/// Sends webhook requests, and reads only the status of each response. The client uses SwiftNIO directly. It connects
/// only to the addresses that it has checked, follows no redirects, and opens a new connection for each request.
package struct WebhookClient: Sendable {
    /// The maximum time until the head of the response arrives. The time starts before the host name is resolved.
    var timeout = Duration.seconds(10)
    /// Resolves a host name to addresses with the given port.
    var resolve: @Sendable (String, UInt16) async throws -> [SocketAddress]
    private let tls: NIOSSLContext

    /// - Parameter trust: the trusted root certificates.
    package init(
        trust: NIOSSLTrustRoots = .default,
        resolve: @escaping @Sendable (String, UInt16) async throws -> [SocketAddress]
    ) throws {
        self.resolve = resolve
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.trustRoots = trust
        configuration.minimumTLSVersion = .tlsv12
        tls = try NIOSSLContext(configuration: configuration)
    }

    package func send(_ request: SignedWebhookRequest) async -> WebhookResult {
        let deadline = NIODeadline.now() + TimeAmount(timeout)
        let addresses: [SocketAddress]
        do {
            addresses = try await self.allowedAddresses(of: request)
        } catch let fault as WebhookRequestError {
            return fault.result
        } catch {
            return .noResponse(.unknownHost)
        }
        var answer = WebhookResult.noResponse(.noConnection)
        for (address, others) in zip(addresses, (0..<addresses.count).reversed()) {
            // Each address gets an equal share of the remaining time, so that an unreachable address leaves time for
            // the next address.
            let timeout = TimeAmount.nanoseconds((deadline - .now()).nanoseconds / Int64(others + 1))
            do {
                return .status(try await post(request, at: address, connectingFor: timeout, until: deadline))
            } catch let fault as WebhookRequestError {
                // Either no time is left, or the request failed after the connection was established. In the second
                // case, the receiver may have processed the request. So the client tries no other address.
                return fault.result
            } catch {
                answer = .noResponse(.noConnection)
            }
        }
        return answer
    }

    /// - Throws: `WebhookRequestError` if one of the addresses is not allowed; any error of `resolve`.
    private func allowedAddresses(of request: SignedWebhookRequest) async throws -> [SocketAddress] {
        let found: [SocketAddress]
        switch request.address.host {
        case .name(let name): found = try await resolve(name, request.address.port)
        case .address(let address):
            found = [
                try SocketAddress(packedIPAddress: ByteBuffer(bytes: address.bytes), port: Int(request.address.port))
            ]
        }
        guard !found.isEmpty else { throw WebhookRequestError(.unknownHost) }
        for socketAddress in found {
            guard let address = IPAddress(socketAddress) else {
                throw WebhookRequestError(.noIPAddress)
            }
            if let fault = request.address.fault(at: address, request.allowance) {
                throw WebhookRequestError(result: .refusedAddress(fault))
            }
        }
        return found
    }

    /// Posts the request to one address.
    ///
    /// - Returns: the status of the response.
    /// - Throws: `WebhookRequestError` if no time is left, or if the request fails after connecting; other errors if
    ///   the connection fails.
    private func post(
        _ request: SignedWebhookRequest, at address: SocketAddress, connectingFor timeout: TimeAmount,
        until deadline: NIODeadline
    ) async throws -> Int {
        guard timeout > .zero else { throw WebhookRequestError(.late) }
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let outcome = loop.makePromise(of: Int.self)
        let (tls, host) = (request.address.isEncrypted ? tls : nil, request.address.host)
        let channel: any Channel
        do {
            channel = try await ClientBootstrap(group: loop).connectTimeout(timeout)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        let pipeline = channel.pipeline.syncOperations
                        if let tls {
                            // If the URL has an IP address instead of a host name, the certificate must be for this
                            // address.
                            var name: String?
                            if case .name(let known) = host { name = known }
                            try pipeline.addHandler(NIOSSLClientHandler(context: tls, serverHostname: name))
                        }
                        try pipeline.addHTTPClientHandlers()
                        try pipeline.addHandler(StatusReader(outcome, until: deadline))
                    }
                }
                .connect(to: address).get()
        } catch {
            outcome.fail(error)
            if NIODeadline.now() >= deadline { throw WebhookRequestError(.late) }
            throw error
        }
        return try await withTaskCancellationHandler {
            let head = HTTPRequestHead(
                version: .http1_1, method: .POST, uri: request.address.path, headers: request.headers)
            channel.write(HTTPClientRequestPart.head(head), promise: nil)
            channel.write(HTTPClientRequestPart.body(.byteBuffer(ByteBuffer(bytes: request.body))), promise: nil)
            channel.writeAndFlush(HTTPClientRequestPart.end(nil), promise: nil)
            return try await outcome.futureResult.get()
        } onCancel: {
            channel.close(promise: nil)
        }
    }
}

/// The error of a request that was not sent, or that got no valid response.
struct WebhookRequestError: Error {
    let result: WebhookResult
}

extension WebhookRequestError {
    init(_ reason: WebhookResult.NoResponse) { self.init(result: .noResponse(reason)) }
}

/// Waits for the head of the response, then closes the connection. The body is never read.
private final class StatusReader: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart

    private let outcome: EventLoopPromise<Int>
    private let deadline: NIODeadline
    private var timer: Scheduled<Void>?

    init(_ outcome: EventLoopPromise<Int>, until deadline: NIODeadline) {
        self.outcome = outcome
        self.deadline = deadline
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let channel = context.channel
        let outcome = outcome
        timer = context.eventLoop.scheduleTask(deadline: deadline) {
            outcome.fail(WebhookRequestError(.late))
            channel.close(promise: nil)
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
        outcome.fail(WebhookRequestError(.closedEarly))
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head(let head) = unwrapInboundIn(data) { outcome.succeed(Int(head.status.code)) }
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        outcome.fail(WebhookRequestError(.closedEarly))
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        outcome.fail(WebhookRequestError(StatusReader.reason(for: error)))
        context.close(promise: nil)
    }

    private static func reason(for error: any Error) -> WebhookResult.NoResponse {
        switch error {
        case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError: .tlsFailed
        case is HTTPParserError: .notHTTP
        default: .connectionLost
        }
    }
}

extension IPAddress {
    /// The IP address of a socket address; nil for a Unix domain socket.
    init?(_ address: SocketAddress) {
        switch address {
        case .v4(let v4): self.init(bytes: IPAddress.bytes(of: v4.address.sin_addr))
        case .v6(let v6): self.init(bytes: IPAddress.bytes(of: v6.address.sin6_addr))
        case .unixDomainSocket: return nil
        }
    }

    private static func bytes<Address>(of address: Address) -> [UInt8] {
        unsafe withUnsafeBytes(of: address) { unsafe Array($0) }
    }
}
