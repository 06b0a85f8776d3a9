/// A web address without a path: a scheme, a host and perhaps a port.
package struct WebAddress: Hashable, Sendable {
    package let isEncrypted: Bool
    /// The host name or IP address; an IPv6 address without brackets.
    package let host: String
    /// The port; nil for the default port of the scheme.
    package let port: Int?

    /// Parses an address such as `https://tickets.example.org` or `http://[::1]:8080`. Nil if the text has another
    /// form, for example if it ends with a slash.
    package init?(_ text: String) {
        let pattern = /(https?):\/\/(?:\[([0-9A-Fa-f:.]+)\]|([A-Za-z0-9.\-]+))(?::([0-9]{1,5}))?/
        guard let match = text.wholeMatch(of: pattern), let host = match.2 ?? match.3,
            ServerHost.isValid(String(host))
        else { return nil }
        let port = match.4.flatMap { Int($0) }
        if let port, !(1...65535).contains(port) { return nil }
        isEncrypted = match.1 == "https"
        self.host = String(host)
        self.port = port
    }

    /// The host, with the port if the address contains one.
    package var name: String { ServerHost.inURL(host) + (port.map { ":\($0)" } ?? "") }
}
