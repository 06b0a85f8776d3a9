import Languages

/// An IP address: 4 bytes for IPv4, 16 bytes for IPv6.
public struct IPAddress: Hashable, Sendable {
    public let bytes: [UInt8]

    /// Makes an address from its bytes. Nil if the number of bytes is not 4 or 16. An IPv4-mapped IPv6 address
    /// (`::ffff:a.b.c.d`) becomes the IPv4 address `a.b.c.d`.
    public init?(bytes: [UInt8]) {
        switch bytes.count {
        case 4: self.bytes = bytes
        case 16:
            let isMapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
            self.bytes = isMapped ? Array(bytes[12...]) : bytes
        default: return nil
        }
    }

    /// Parses four decimal numbers separated by dots, without leading zeros. Other notations that C accepts, such as
    /// `0x7f.1` or `2130706433`, give nil.
    public init?(dotted text: some StringProtocol) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { part in
            UInt8(part).flatMap { "\($0)" == part ? $0 : nil }
        }
        let known = parts.compactMap(\.self)
        guard parts.count == 4, known.count == 4 else { return nil }
        bytes = known
    }

    /// Parses groups of hexadecimal digits separated by colons (RFC 4291 §2.2). Nil for any other text, such as an
    /// address with brackets or with a zone ID (`fe80::1%eth0`).
    public init?(colons text: some StringProtocol) {
        let halves = String(text).split(separator: "::", omittingEmptySubsequences: false)
        guard (1...2).contains(halves.count) else { return nil }
        var read: [[UInt8]] = []
        for (index, half) in halves.enumerated() {
            guard let bytes = IPAddress.groups(half, isLast: index == halves.count - 1) else { return nil }
            read.append(bytes)
        }
        let gap = 16 - read.map(\.count).reduce(0, +)
        guard halves.count == 2 ? gap >= 2 : gap == 0 else { return nil }
        self.init(bytes: read[0] + [UInt8](repeating: 0, count: gap) + (halves.count == 2 ? read[1] : []))
    }

    private static func groups(_ text: Substring, isLast: Bool) -> [UInt8]? {
        guard !text.isEmpty else { return [] }
        let groups = text.split(separator: ":", omittingEmptySubsequences: false)
        var bytes: [UInt8] = []
        for (index, group) in groups.enumerated() {
            if isLast, index == groups.count - 1, let four = IPAddress(dotted: group) {
                bytes += four.bytes
            } else {
                guard (1...4).contains(group.utf8.count), let value = HexadecimalText.number(group.utf8) else {
                    return nil
                }
                bytes += [UInt8(value >> 8), UInt8(value & 0xFF)]
            }
        }
        return bytes.count <= 16 ? bytes : nil
    }

    /// The part of the network in which an address is valid.
    public enum AddressScope: Hashable, Sendable {
        /// A public address.
        case global
        /// A loopback address, or an address of a private network.
        case privateNetwork
        /// Any other address: link-local, multicast, reserved, for documentation, or translated by a gateway.
        case special
    }

    /// The scope according to the registries of special-purpose addresses (RFC 6890 and later IANA entries). Every
    /// address that these registries list as not globally reachable is private or special.
    public var scope: AddressScope {
        if IPAddress.privateNetwork.contains(where: { $0.covers(bytes) }) { return .privateNetwork }
        if bytes.count == 16, !IPAddress.unicast.covers(bytes) { return .special }
        return IPAddress.special.contains { $0.covers(bytes) } ? .special : .global
    }

    private struct Block {
        let bytes: [UInt8]
        let length: Int

        init(_ length: Int, _ bytes: UInt8..., of size: Int = 4) {
            self.bytes = bytes + [UInt8](repeating: 0, count: size - bytes.count)
            self.length = length
        }

        func covers(_ address: [UInt8]) -> Bool {
            guard address.count == bytes.count else { return false }
            return bytes.indices.allSatisfy { index in
                let bits = min(max(length - 8 * index, 0), 8)
                return (bytes[index] ^ address[index]) >> UInt8(8 - bits) == 0 || bits == 0
            }
        }
    }

    private static let privateNetwork = [
        Block(8, 127), Block(8, 10), Block(12, 172, 16), Block(16, 192, 168), Block(10, 100, 64),
        Block(128, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, of: 16), Block(7, 0xFC, of: 16),
    ]

    /// The block of global unicast addresses. All IPv6 addresses outside this block are private or special, including
    /// addresses that embed an IPv4 address.
    private static let unicast = Block(3, 0x20, of: 16)

    private static let special = [
        Block(8, 0), Block(16, 169, 254), Block(24, 192, 0, 0), Block(24, 192, 0, 2), Block(24, 192, 88, 99),
        Block(15, 198, 18), Block(24, 198, 51, 100), Block(24, 203, 0, 113), Block(4, 224), Block(4, 240),
        // These blocks are for Teredo and other protocol assignments, for documentation, and for 6to4.
        Block(23, 0x20, 0x01, of: 16), Block(32, 0x20, 0x01, 0x0D, 0xB8, of: 16), Block(16, 0x20, 0x02, of: 16),
        Block(20, 0x3F, 0xFF, of: 16),
    ]
}
