import Foundation
import NIOCore
import NIOPosix
public import NIOSSL
import Synchronization

/// A webhook receiver on a free local port: an HTTP server to which the program reports ticket events. A test chooses
/// the octets of the receiver’s responses.
public final class HookReceiver: Sendable {
    public struct Request: Sendable {
        /// The request line: method, path and version.
        public let line: String
        /// The values of the header fields, keyed by field name in lowercase.
        public let headers: [String: String]
        public let body: String
    }

    public let port: Int
    private let channel: any Channel
    private let box: Box

    fileprivate final class Box: Sendable {
        let answer: @Sendable (Request) -> String?
        let requests = Mutex<[Request]>([])
        let connections = Mutex(0)

        init(_ answer: @escaping @Sendable (Request) -> String?) { self.answer = answer }
    }

    /// Runs a receiver while `work` runs.
    ///
    /// - Parameters:
    ///   - tls: the TLS settings; nil for plain TCP.
    ///   - answer: returns the octets of the response to a request; nil for no response.
    public static func with(
        host: String = "127.0.0.1", tls: NIOSSLContext? = nil,
        answer: @escaping @Sendable (Request) -> String? = { _ in HookReceiver.accepted },
        _ work: (HookReceiver) async throws -> Void
    ) async throws {
        let box = Box(answer)
        let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    box.connections.withLock { $0 += 1 }
                    if let tls {
                        try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls))
                    }
                    try channel.pipeline.syncOperations.addHandler(Reader(box))
                }
            }
            .bind(host: host, port: 0).get()
        do {
            try await work(HookReceiver(channel, box))
        } catch {
            try await channel.close()
            throw error
        }
        try await channel.close()
    }

    private init(_ channel: any Channel, _ box: Box) {
        self.channel = channel
        self.box = box
        port = channel.localAddress?.port ?? 0
    }

    public static let accepted = "HTTP/1.1 204 No Content\r\n\r\n"

    public static func answer(_ status: String, _ more: String = "") -> String {
        "HTTP/1.1 \(status)\r\n\(more)Content-Length: 0\r\n\r\n"
    }

    public var requests: [Request] { box.requests.withLock { $0 } }
    public var connections: Int { box.connections.withLock { $0 } }

    private final class Reader: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private let box: Box
        private var text = ""

        init(_ box: Box) { self.box = box }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            text += String(buffer: unwrapInboundIn(data))
            guard let end = text.range(of: "\r\n\r\n") else { return }
            let lines = text[..<end.lowerBound].components(separatedBy: "\r\n")
            var headers: [String: String] = [:]
            for line in lines.dropFirst() {
                let parts = line.components(separatedBy: ": ")
                headers[parts[0].lowercased()] = parts.dropFirst().joined(separator: ": ")
            }
            let body = String(text[end.upperBound...])
            guard body.utf8.count >= Int(headers["content-length"] ?? "0") ?? 0 else { return }
            let request = Request(line: lines[0], headers: headers, body: body)
            box.requests.withLock { $0.append(request) }
            text = ""
            guard let answer = box.answer(request) else { return }
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: answer)), promise: nil)
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }
}
