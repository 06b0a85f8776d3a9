import Glibc

/// Rules for host names and addresses of servers.
package enum ServerHost {
    /// The maximum length of a host name as text. In a DNS message, a name of this length takes 255 octets, the maximum
    /// there (RFC 1035 §2.3.4).
    private static let longest = 253

    /// Whether a text is a host name of ASCII letters, digits, hyphens and dots, or an IP address. An IPv6 address is
    /// written without brackets.
    package static func isValid(_ host: String) -> Bool {
        if isIPv6(host) { return true }
        let labels = host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return host.utf8.count <= longest
            && labels.allSatisfy { label in
                (1...63).contains(label.count) && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
                    && label.allSatisfy(isLabelByte)
            }
    }

    /// Whether a server with this host name or address always runs on this machine.
    package static func isLoopback(_ host: String) -> Bool {
        var address = in_addr()
        if unsafe inet_pton(AF_INET, host, &address) == 1 { return UInt32(bigEndian: address.s_addr) >> 24 == 127 }
        return host.lowercased() == "localhost" || host == "::1"
    }

    /// The host as a part of a URL: an IPv6 address gets brackets.
    static func inURL(_ host: String) -> String { isIPv6(host) ? "[\(host)]" : host }

    /// The host name of this machine, with which a client introduces itself to a mail server; `localhost` if that name
    /// is not valid in a URL.
    static func ofThisMachine() -> String {
        var letters = [CChar](repeating: 0, count: longest + 1)
        let result = unsafe gethostname(&letters, letters.count - 1)
        let name = String(decoding: letters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return result == 0 && isValid(name) && !isIPv6(name) ? name : "localhost"
    }

    private static func isIPv6(_ host: String) -> Bool {
        var address = in6_addr()
        return unsafe inet_pton(AF_INET6, host, &address) == 1
    }

    private static func isLabelByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
