/// The host names that the server accepts in requests.
///
/// In a DNS rebinding attack, an attacker’s host name resolves to this machine. So the server rejects requests with a
/// host name that is not in this list. No attacker can redirect a numeric IP address in this way, so the server accepts
/// all numeric addresses.
package struct AllowedHosts: Sendable {
    private let names: Set<String>

    /// Makes a list of host names.
    ///
    /// - Parameter names: the accepted names without ports; `localhost` is always accepted.
    package init(_ names: [String]) {
        self.names = Set((names + ["localhost"]).map(AllowedHosts.normalized))
    }

    /// Whether the server accepts a request.
    ///
    /// - Parameter authority: the value of the header `Host`: a name or an address, with or without a port.
    func allows(_ authority: String?) -> Bool {
        guard let authority, let host = AllowedHosts.host(of: authority) else { return false }
        return names.contains(AllowedHosts.normalized(host)) || IPLiteral(host) != nil
    }

    private static func host(of authority: String) -> String? {
        if authority.hasPrefix("[") {
            guard let end = authority.firstIndex(of: "]") else { return nil }
            let rest = authority[authority.index(after: end)...]
            guard rest.isEmpty || isPort(rest) else { return nil }
            return String(authority[authority.index(after: authority.startIndex)..<end])
        }
        guard let colon = authority.firstIndex(of: ":") else { return authority }
        return isPort(authority[colon...]) ? String(authority[..<colon]) : nil
    }

    private static func isPort(_ text: Substring) -> Bool {
        text.first == ":" && text.utf8.count <= 6 && text.dropFirst().utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// The name in lower case, without the trailing dot of the root.
    private static func normalized(_ name: String) -> String {
        let name = name.lowercased()
        return name.hasSuffix(".") ? String(name.dropLast()) : name
    }
}
