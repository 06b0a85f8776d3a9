import Dispatch
import Glibc
import NIOCore

/// What a name leads to, as the system knows it. Looked up once for each request: what was checked is what is connected to.
struct NameLookUp: Sendable {
    /// The library can't be asked without waiting, nor told to stop.
    private let threads = DispatchQueue(label: "names", attributes: .concurrent)

    /// - Throws: `Fault` for a name that is not known.
    @Sendable func addresses(of name: String, port: UInt16) async throws -> [SocketAddress] {
        try await withCheckedThrowingContinuation { continuation in
            threads.async { continuation.resume(with: Result { try NameLookUp.ask(name, port) }) }
        }
    }

    struct Fault: Error {}

    private static func ask(_ name: String, _ port: UInt16) throws -> [SocketAddress] {
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
