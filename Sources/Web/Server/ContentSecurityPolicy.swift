/// The Content-Security-Policy of an answer (CSP Level 3, Trusted Types).
///
/// Everything comes from this server, and nothing inside a page runs as a script or a style. A page runs the scripts
/// that its template names, each by its exact address, and no others. No script turns a text into markup. No page of
/// another server may frame a page of this one or receive its forms.
struct ContentSecurityPolicy {
    let text: String

    /// - Parameters:
    ///   - scripts: the paths of the scripts that the page runs, modules that they import among them.
    ///   - authority: the host and port that the page was asked for at. The scripts are allowed at that place; without
    ///     one, and where it is an IPv6 address, which the syntax of sources cannot write, the page may run every script
    ///     of this server.
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

    /// Whether it is `host` or `host:port` of letters, digits, hyphens and points alone.
    private static func isSource(_ authority: String) -> Bool {
        authority.wholeMatch(of: /[A-Za-z0-9.-]+(:[0-9]+)?/) != nil
    }
}
