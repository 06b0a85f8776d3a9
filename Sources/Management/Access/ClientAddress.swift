import Glibc

/// The network of a client: an IPv4 address, or the first 64 bits of an IPv6 address. A household or company can choose
/// the last 64 bits freely, so these bits do not identify a client.
public struct ClientAddress: Hashable, Sendable, CustomStringConvertible {
    private let bytes: [UInt8]

    /// Parses a numeric address. An IPv4-mapped IPv6 address becomes the IPv4 address. Nil if the text is not a numeric
    /// address.
    public init?(_ text: String) {
        // The C function below would stop reading at a NUL byte.
        guard !text.utf8.contains(0) else { return nil }
        var (four, six) = (in_addr(), in6_addr())
        if unsafe inet_pton(AF_INET, text, &four) == 1 {
            bytes = unsafe withUnsafeBytes(of: &four) { unsafe Array($0) }
        } else if unsafe inet_pton(AF_INET6, String(text.prefix { $0 != "%" }), &six) == 1 {
            let all = unsafe withUnsafeBytes(of: &six) { unsafe Array($0) }
            let isMapped = all.prefix(10).allSatisfy { $0 == 0 } && all[10...11] == [0xFF, 0xFF]
            bytes = Array(isMapped ? all[12...] : all[..<8])
        } else {
            return nil
        }
    }

    /// The network as text, such as `203.0.113.7` or `2001:db8:0:7::/64`.
    public var description: String {
        guard bytes.count == 8 else { return bytes.map(String.init).joined(separator: ".") }
        let groups = stride(from: 0, to: 8, by: 2).map {
            String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16)
        }
        return groups.joined(separator: ":") + "::/64"
    }
}
