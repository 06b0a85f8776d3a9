import Foundation
import NIOCore
import NIOPosix
import NIOSSL

@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

/// A client’s connection to a server. A test can send any octets, even those that a correct client never sends.
actor Wire {
    private let channel: any Channel
    private let arrivals: AsyncStream<ByteBuffer>
    private var iterator: AsyncStream<ByteBuffer>.AsyncIterator
    private var pending = ByteBuffer()

    /// Connects to a server.
    ///
    /// - Parameters:
    ///   - context: the TLS settings; nil for plain TCP.
    ///   - source: the local address of the connection; nil lets the system choose an address.
    init(to address: ListenAddress, tls context: NIOSSLContext? = nil, from source: String? = nil) async throws {
        let (arrivals, arrive) = AsyncStream.makeStream(of: ByteBuffer.self)
        let bootstrap = ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .channelOption(.allowRemoteHalfClosure, value: true)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let context {
                        try channel.pipeline.syncOperations.addHandler(
                            NIOSSLClientHandler(context: context, serverHostname: nil))
                    }
                    try channel.pipeline.syncOperations.addHandler(Receiver(arrive))
                }
            }
        let bound = try source.map { bootstrap.bind(to: try SocketAddress(ipAddress: $0, port: 0)) } ?? bootstrap
        channel = try await bound.connect(host: address.host, port: address.port).get()
        self.arrivals = arrivals
        iterator = arrivals.makeAsyncIterator()
    }

    func send(_ text: String) async throws {
        try await channel.writeAndFlush(ByteBuffer(string: text))
    }

    func send(bytes: [UInt8]) async throws { try await channel.writeAndFlush(ByteBuffer(bytes: bytes)) }

    func close() async throws { try await channel.close() }

    /// Waits for the next text from the server, and returns it; nil when the server has closed the connection.
    func receive() async -> String? {
        if pending.readableBytes > 0 {
            defer { pending.clear() }
            return String(buffer: pending)
        }
        return await next().map { String(buffer: $0) }
    }

    /// Waits until the server closes the connection, and returns all text that has arrived.
    func rest() async -> String {
        var text = ""
        while let more = await receive() { text += more }
        return text
    }

    /// Waits for the next complete response, and returns it; nil if the server closes the connection before that.
    ///
    /// - Parameter method: the method of the request; the response to `HEAD` has no body, although the response states
    ///   a length.
    func reply(to method: String = "GET") async -> Reply? {
        // The response is collected as bytes, because a received part may end within a character.
        var bytes = Array(pending.readableBytesView)
        pending.clear()
        while true {
            let text = String(decoding: bytes, as: UTF8.self)
            if let reply = Reply(text, to: method) {
                pending = ByteBuffer(string: String(text.dropFirst(reply.length)))
                return reply
            }
            guard let more = await next() else { return nil }
            bytes += more.readableBytesView
        }
    }

    private func next() async -> ByteBuffer? {
        var copy = iterator
        defer { iterator = copy }
        return await copy.next(isolation: self)
    }

    private final class Receiver: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        private let arrive: AsyncStream<ByteBuffer>.Continuation

        init(_ arrive: AsyncStream<ByteBuffer>.Continuation) { self.arrive = arrive }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) { arrive.yield(unwrapInboundIn(data)) }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            if case ChannelEvent.inputClosed? = event as? ChannelEvent { arrive.finish() }
            context.fireUserInboundEventTriggered(event)
        }

        func channelInactive(context: ChannelHandlerContext) { arrive.finish() }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            arrive.finish()
            context.close(promise: nil)
        }
    }
}

struct Reply: Sendable {
    let status: Int
    /// The values of the header fields, keyed by field name in lowercase.
    let headers: [String: String]
    /// The values of the cookies that the response sets, keyed by cookie name.
    let cookies: [String: String]
    let body: String
    /// The length of the response’s text in characters.
    let length: Int

    /// Parses a response; nil while the response is incomplete. The response must state the length of its body, or have
    /// a body in chunks of ASCII text.
    init?(_ text: String, to method: String) {
        guard let end = text.firstRange(of: "\r\n\r\n") else { return nil }
        let lines = text[..<end.lowerBound].components(separatedBy: "\r\n")
        guard let status = lines[0].split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else { return nil }
        var headers: [String: String] = [:]
        var cookies: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts[0].lowercased() == "set-cookie", let set = parts.last {
                let pair = set.trimmingPrefix(" ").prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
                cookies[String(pair[0])] = pair.dropFirst().first.map(String.init) ?? ""
            }
            headers[parts[0].lowercased()] =
                parts.dropFirst().first.map { $0.trimmingPrefix(" ") }.map(String.init) ?? ""
        }
        let after = text[end.upperBound...]
        let body: Substring
        if headers["transfer-encoding"] == "chunked" {
            guard let last = after.firstRange(of: "0\r\n\r\n") else { return nil }
            body = after[..<last.upperBound]
        } else {
            let count = method == "HEAD" ? 0 : headers["content-length"].flatMap { Int($0) } ?? 0
            guard after.utf8.count >= count else { return nil }
            body = Substring(String(decoding: after.utf8.prefix(count), as: UTF8.self))
        }
        self.status = status
        self.headers = headers
        self.cookies = cookies
        self.body = String(body)
        length = text.distance(from: text.startIndex, to: end.upperBound) + body.count
    }
}
