import FileAccess
import Ticketing

/// Resolves the host name of a push service, and checks the IP addresses. The program then connects only to the checked
/// addresses.
enum PublicResolver {
    enum Result: Equatable {
        /// The IP addresses, as text; at least one.
        case addresses([String])
        case unknownHost
        /// One of the addresses is not allowed, for example because it is in a private network.
        case notAllowed
    }

    /// The addresses of an endpoint’s host. Blocks while the name is resolved.
    static func addresses(of endpoint: PushEndpoint) -> Result {
        let found: [IPAddress]
        switch endpoint.address.host {
        case .address(let address): found = [address]
        case .name(let name): found = HostLookup(name).addresses.compactMap { IPAddress(bytes: $0.bytes) }
        }
        guard !found.isEmpty else { return .unknownHost }
        guard found.allSatisfy(endpoint.allows) else { return .notAllowed }
        return .addresses(found.map(text))
    }

    /// An address in the notation of `CURLOPT_RESOLVE`, in which an IPv6 address is written in brackets.
    private static func text(_ address: IPAddress) -> String {
        if address.bytes.count == 4 { return address.bytes.map { "\($0)" }.joined(separator: ".") }
        let groups = stride(from: 0, to: 16, by: 2).map { index in
            String(UInt16(address.bytes[index]) << 8 | UInt16(address.bytes[index + 1]), radix: 16)
        }
        return "[\(groups.joined(separator: ":"))]"
    }
}
