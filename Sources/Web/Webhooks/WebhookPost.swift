import Management
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Ticketing

/// Sends one request to where a webhook leads, and reads no more of the answer than its status. A client of our own, of
/// SwiftNIO's parts: it connects to the very address that was looked at, follows nothing, and keeps no connection.
struct WebhookPost: Sendable {
    /// From the look at the name to the answer's head.
    var limit = Duration.seconds(10)
    /// What a name leads to.
    var lookUp: @Sendable (String, UInt16) async throws -> [SocketAddress]
    private let tls: NIOSSLContext

    /// - Parameter trust: who vouches for receivers.
    /// - Throws: what reading the system's certificates does.
    init(
        trust: NIOSSLTrustRoots = .default,
        lookUp: @escaping @Sendable (String, UInt16) async throws -> [SocketAddress]
    ) throws {
        self.lookUp = lookUp
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.trustRoots = trust
        configuration.minimumTLSVersion = .tlsv12
        tls = try NIOSSLContext(configuration: configuration)
    }

    func send(_ parcel: WebhookParcel) async -> Courier.Answer {
        let deadline = NIODeadline.now() + TimeAmount(limit)
        let places: [SocketAddress]
        do {
            places = try await self.places(of: parcel)
        } catch let fault as WebhookFault {
            return .unanswered(fault.words)
        } catch {
            return .unanswered("its name is not known")
        }
        var answer = Courier.Answer.unanswered("nobody answers there")
        for (place, others) in zip(places, (0..<places.count).reversed()) {
            // An address that leads nowhere takes no more than its share of the time from the next.
            let patience = TimeAmount.nanoseconds((deadline - .now()).nanoseconds / Int64(others + 1))
            do {
                return .status(try await ask(parcel, at: place, connectingFor: patience, until: deadline))
            } catch let fault as WebhookFault {
                // It was reached: what was sent may have been taken.
                return .unanswered(fault.words)
            } catch {
                answer = .unanswered("nobody answers there")
            }
        }
        return answer
    }

    /// Where it leads, all of it allowed: of a name that leads to several places, none may be one that is not.
    private func places(of parcel: WebhookParcel) async throws -> [SocketAddress] {
        let found: [SocketAddress]
        switch parcel.address.host {
        case .name(let name): found = try await lookUp(name, parcel.address.port)
        case .address(let address):
            found = [
                try SocketAddress(packedIPAddress: ByteBuffer(bytes: address.bytes), port: Int(parcel.address.port))
            ]
        }
        guard !found.isEmpty else { throw WebhookFault(words: "its name is not known") }
        for place in found {
            guard let address = IPAddress(place) else { throw WebhookFault(words: "it leads to no address") }
            if let fault = parcel.address.fault(at: address, parcel.allowance) { throw WebhookFault(words: fault) }
        }
        return found
    }

    /// - Returns: the status.
    /// - Throws: `WebhookFault` once there was a connection; what connecting does.
    private func ask(
        _ parcel: WebhookParcel, at place: SocketAddress, connectingFor patience: TimeAmount,
        until deadline: NIODeadline
    ) async throws -> Int {
        guard patience > .zero else { throw WebhookFault.late }
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let outcome = loop.makePromise(of: Int.self)
        let (tls, host) = (parcel.address.isEncrypted ? tls : nil, parcel.address.host)
        let channel: any Channel
        do {
            channel = try await ClientBootstrap(group: loop).connectTimeout(patience)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        let pipeline = channel.pipeline.syncOperations
                        if let tls {
                            // An address is looked for in the certificate by itself.
                            var name: String?
                            if case .name(let known) = host { name = known }
                            try pipeline.addHandler(NIOSSLClientHandler(context: tls, serverHostname: name))
                        }
                        try pipeline.addHTTPClientHandlers()
                        try pipeline.addHandler(StatusReader(outcome, until: deadline))
                    }
                }
                .connect(to: place).get()
        } catch {
            outcome.fail(error)
            if NIODeadline.now() >= deadline { throw WebhookFault.late }
            throw error
        }
        return try await withTaskCancellationHandler {
            let head = HTTPRequestHead(
                version: .http1_1, method: .POST, uri: parcel.address.path, headers: parcel.headers)
            channel.write(HTTPClientRequestPart.head(head), promise: nil)
            channel.write(HTTPClientRequestPart.body(.byteBuffer(ByteBuffer(bytes: parcel.body))), promise: nil)
            channel.writeAndFlush(HTTPClientRequestPart.end(nil), promise: nil)
            return try await outcome.futureResult.get()
        } onCancel: {
            channel.close(promise: nil)
        }
    }
}

/// Why there is no answer, for the organizer.
struct WebhookFault: Error {
    let words: String

    static let late = WebhookFault(words: "no answer in time")
}

/// Waits for the head of an answer, and closes. What follows the head is never read.
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
            outcome.fail(WebhookFault.late)
            channel.close(promise: nil)
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
        outcome.fail(WebhookFault(words: "it closed the connection without an answer"))
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head(let head) = unwrapInboundIn(data) { outcome.succeed(Int(head.status.code)) }
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        outcome.fail(WebhookFault(words: "it closed the connection without an answer"))
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        outcome.fail(WebhookFault(words: StatusReader.words(for: error)))
        context.close(promise: nil)
    }

    private static func words(for error: any Error) -> String {
        switch error {
        case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError:
            "no TLS: nobody we trust vouches for it, or it can't"
        case is HTTPParserError: "its answer is no HTTP"
        default: "the connection broke off"
        }
    }
}

extension IPAddress {
    /// The address of a place; nil for one on this machine's disk.
    init?(_ place: SocketAddress) {
        switch place {
        case .v4(let v4): self.init(bytes: IPAddress.bytes(of: v4.address.sin_addr))
        case .v6(let v6): self.init(bytes: IPAddress.bytes(of: v6.address.sin6_addr))
        case .unixDomainSocket: return nil
        }
    }

    private static func bytes<Address>(of address: Address) -> [UInt8] {
        unsafe withUnsafeBytes(of: address) { unsafe Array($0) }
    }
}
