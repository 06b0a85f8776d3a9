/// The names under which the server may be asked.
///
/// A page of a stranger whose name was made to lead to this machine (DNS rebinding) asks under that name, and is told
/// nothing. An address in digits leads where it says, whoever wrote it, so those are all good.
struct HostNames: Sendable {
    private let names: Set<String>

    /// - Parameter names: beside `localhost`; without ports.
    init(_ names: [String]) {
        self.names = Set((names + ["localhost"]).map(HostNames.plain))
    }

    /// - Parameter authority: as in `Host`: a name or an address, with or without a port.
    func allow(_ authority: String?) -> Bool {
        guard let authority, let host = HostNames.host(of: authority) else { return false }
        return names.contains(HostNames.plain(host)) || IPLiteral(host) != nil
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

    /// Names are the same in capitals and with the dot of the root.
    private static func plain(_ name: String) -> String {
        let name = name.lowercased()
        return name.hasSuffix(".") ? String(name.dropLast()) : name
    }
}
