import NIOCore
import NIOPosix

@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

/// A client’s connection that sends requests and never reads a response.
struct DeafWire {
    private let channel: any Channel

    init(to address: ListenAddress) async throws {
        channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .channelOption(.autoRead, value: false)
            .connect(host: address.host, port: address.port).get()
    }

    func send(_ text: String) async throws { try await channel.writeAndFlush(ByteBuffer(string: text)) }

    /// Closes the connection. The server may have closed it already.
    func close() async throws {
        do { try await channel.close() } catch ChannelError.alreadyClosed {}
    }
}
