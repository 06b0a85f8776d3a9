import Dispatch
import FileAccess
package import NIOCore

/// Resolves host names with the system’s resolver. A name is resolved only once per webhook request, so that
/// `WebhookClient` connects to exactly the addresses that it has checked.
package struct HostResolver: Sendable {
    /// A lookup blocks and can't be cancelled, so it runs on separate threads.
    private let threads = DispatchQueue(label: "names", attributes: .concurrent)

    package init() {}

    /// The addresses of a host, each with the port.
    ///
    /// - Throws: `Fault` if the name is unknown.
    @Sendable package func addresses(of name: String, port: UInt16) async throws -> [SocketAddress] {
        try await withCheckedThrowingContinuation { continuation in
            threads.async { continuation.resume(with: Result { try HostResolver.resolve(name, port) }) }
        }
    }

    struct Fault: Error {}

    private static func resolve(_ name: String, _ port: UInt16) throws -> [SocketAddress] {
        let found = HostLookup(name)
        guard found.failure == nil else { throw Fault() }
        return try found.addresses.map {
            try SocketAddress(packedIPAddress: ByteBuffer(bytes: $0.bytes), port: Int(port))
        }
    }
}
