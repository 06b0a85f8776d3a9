import Glibc

/// Looks up the addresses of a host with the system's resolver. The thread waits until the resolver answers, which can
/// take many seconds.
public struct HostLookup: Sendable {
    public struct Address: Hashable, Sendable {
        /// 4 bytes for IPv4, 16 bytes for IPv6.
        public let bytes: [UInt8]
        /// The numeric text, with the zone of a link-local address: `192.168.1.7`, `fe80::1%eth0`.
        public let text: String
    }

    /// The addresses without duplicates, in the order in which the resolver returned them; empty if the lookup failed.
    public let addresses: [Address]
    /// The resolver's message about the failure; nil if the lookup succeeded.
    public let failure: String?

    /// - Parameter onlyNumeric: whether only numeric addresses are accepted. If so, the lookup asks no name server, and
    ///   fails for every name that is not a numeric address.
    public init(_ name: String, onlyNumeric: Bool = false) {
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        unsafe hints.ai_flags = onlyNumeric ? AI_NUMERICHOST : 0
        var list: UnsafeMutablePointer<addrinfo>?
        let status = unsafe getaddrinfo(name, nil, &hints, &list)
        guard status == 0 else {
            addresses = []
            failure = unsafe String(cString: gai_strerror(status))
            return
        }
        defer { unsafe freeaddrinfo(list) }
        var found: [Address] = []
        var next = unsafe list
        while let entry = unsafe next {
            let information = unsafe entry.pointee
            unsafe next = information.ai_next
            if let address = unsafe HostLookup.address(information), !found.contains(address) { found.append(address) }
        }
        addresses = found
        failure = nil
    }

    /// Nil for an address that is neither IPv4 nor IPv6.
    private static func address(_ information: addrinfo) -> Address? {
        guard let address = unsafe information.ai_addr else { return nil }
        let bytes: [UInt8]
        switch unsafe information.ai_family {
        case AF_INET:
            bytes = unsafe address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                unsafe withUnsafeBytes(of: $0.pointee.sin_addr) { unsafe Array($0) }
            }
        case AF_INET6:
            bytes = unsafe address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
                unsafe withUnsafeBytes(of: $0.pointee.sin6_addr) { unsafe Array($0) }
            }
        default: return nil
        }
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        let length = unsafe information.ai_addrlen
        guard unsafe getnameinfo(address, length, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0 else {
            return nil
        }
        let digits = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return Address(bytes: bytes, text: String(decoding: digits, as: UTF8.self))
    }
}
