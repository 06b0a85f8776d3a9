import Cryptography
import Ticketing

/// The Content-Security-Policy of a response (CSP Level 3, Trusted Types).
///
/// A page loads all its content from this server. Inline scripts and styles are forbidden. A page is allowed to run
/// only the scripts that are named in its template, and the scripts that those scripts import. The policy lists the
/// exact URL of each of these scripts. If a policy can’t contain the host of these URLs, the policy has a nonce
/// instead. Only the script elements of the page’s template have this nonce. Scripts can’t turn text into markup. One
/// page registers the service worker for push messages. The policy of this page allows only this worker, or, if the
/// policy has a nonce, only workers of this server. Forms can be sent only to this server. Pages of other sites can’t
/// show a page of this server in a frame, except the pages of widgets, whose policies list the sites that may show
/// them.
struct ContentSecurityPolicy {
    /// The nonce has 16 random bytes (CSP Level 3, section 7.1: at least 128 bits).
    private static let nonceLength = 16

    let text: String
    /// The nonce that the page’s script elements must have, as hexadecimal digits; nil if the policy has no nonce. Each
    /// policy has a new nonce. Browsers pass the nonce of a script on to the modules that the script imports.
    let nonce: String?

    /// Makes the policy for a page.
    ///
    /// - Parameters:
    ///   - scripts: the paths of the scripts that the page runs, including the modules that these scripts import.
    ///   - authority: the host and port of the request. The page is allowed to load its scripts from this host and
    ///     port. If the authority is nil or an IPv6 address, the policy has a nonce, because a policy can’t contain
    ///     IPv6 addresses.
    ///   - registersPushWorker: whether the page registers the service worker for push messages (`PushWorker`).
    ///   - embedders: the sites that may show the page in a frame.
    init(
        scripts: [String] = [], authority: String? = nil, registersPushWorker: Bool = false,
        embedders: [WebOrigin] = []
    ) {
        let sources: String
        var worker = "'self'"
        if scripts.isEmpty {
            sources = "'none'"
            nonce = nil
        } else if let authority, ContentSecurityPolicy.isSource(authority) {
            sources = scripts.map { authority + $0 }.joined(separator: " ")
            worker = authority + PushWorker.path
            nonce = nil
        } else {
            let random = ContentSecurityPolicy.randomNonce()
            sources = "'nonce-\(random)'"
            nonce = random
        }
        let ancestors = embedders.isEmpty ? "'none'" : embedders.map(\.rawValue).joined(separator: " ")
        text =
            ([
                "default-src 'self'", "script-src \(sources)", "require-trusted-types-for 'script'",
                "trusted-types \(registersPushWorker ? PushWorker.trustedTypesPolicy : "'none'")", "base-uri 'none'",
                "object-src 'none'", "frame-ancestors \(ancestors)", "form-action 'self'",
            ] + (registersPushWorker ? ["worker-src \(worker)"] : [])).joined(separator: "; ")
    }

    private static func randomNonce() -> String {
        var random = SystemRandomNumberGenerator()
        return Hexadecimal.text((0..<nonceLength).map { _ in .random(in: 0...255, using: &random) })
    }

    /// Whether the authority has the form `host` or `host:port`, where the host has only letters, digits, hyphens and
    /// dots.
    private static func isSource(_ authority: String) -> Bool {
        authority.wholeMatch(of: /[A-Za-z0-9.-]+(:[0-9]+)?/) != nil
    }
}
