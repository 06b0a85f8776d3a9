/// The Content-Security-Policy of a response (CSP Level 3, Trusted Types).
///
/// A page loads all its content from this server. Inline scripts and styles are forbidden. A page is allowed to run
/// only the scripts that are named in its template, and the scripts that those scripts import. The policy lists the
/// exact URL of each of these scripts. Scripts can’t turn text into markup. Pages of other sites can’t show a page of
/// this server in a frame, and forms can be sent only to this server.
struct ContentSecurityPolicy {
    let text: String

    /// Makes the policy for a page.
    ///
    /// - Parameters:
    ///   - scripts: the paths of the scripts that the page runs, including the modules that these scripts import.
    ///   - authority: the host and port of the request. The page is allowed to load its scripts from this host and
    ///     port. If the authority is nil or an IPv6 address, the page is allowed to run every script of this server,
    ///     because a policy can’t contain IPv6 addresses.
    init(scripts: [String] = [], authority: String? = nil) {
        text = [
            "default-src 'self'", "script-src \(ContentSecurityPolicy.sources(scripts, authority))",
            "require-trusted-types-for 'script'", "trusted-types 'none'", "base-uri 'none'", "object-src 'none'",
            "frame-ancestors 'none'", "form-action 'self'",
        ].joined(separator: "; ")
    }

    private static func sources(_ scripts: [String], _ authority: String?) -> String {
        if scripts.isEmpty { return "'none'" }
        guard let authority, isSource(authority) else { return "'self'" }
        return scripts.map { authority + $0 }.joined(separator: " ")
    }

    /// Whether the authority has the form `host` or `host:port`, where the host has only letters, digits, hyphens and
    /// dots.
    private static func isSource(_ authority: String) -> Bool {
        authority.wholeMatch(of: /[A-Za-z0-9.-]+(:[0-9]+)?/) != nil
    }
}
