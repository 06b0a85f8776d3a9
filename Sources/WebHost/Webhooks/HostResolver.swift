import Dispatch
import Glibc
package import NIOCore

/// Resolves host names with the system’s resolver. A name is resolved only once per webhook request, so that
/// `WebhookClient` connects to exactly the addresses that it has checked.
package struct HostResolver: Sendable {
    /// `getaddrinfo` blocks and can't be cancelled, so the resolver calls it on separate threads.
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
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        unsafe hints.ai_flags = AI_NUMERICSERV
        var list: UnsafeMutablePointer<addrinfo>?
        guard unsafe getaddrinfo(name, "\(port)", &hints, &list) == 0 else { throw Fault() }
        defer { unsafe freeaddrinfo(list) }
        var found: [SocketAddress] = []
        var entry = unsafe list
        while let current = unsafe entry {
            let information = unsafe current.pointee
            unsafe entry = information.ai_next
            guard let address = unsafe information.ai_addr else { continue }
            switch unsafe information.ai_family {
            case AF_INET:
                found.append(
                    unsafe address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                        unsafe SocketAddress($0.pointee)
                    })
            case AF_INET6:
                found.append(
                    unsafe address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
                        unsafe SocketAddress($0.pointee)
                    })
            default: continue
            }
        }
        return found
    }
}
