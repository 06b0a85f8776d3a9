import MessageTransport
import WebHost

extension Desk {
    /// The beginning of the URLs of public pages, without a slash at its end. It is the server's public URL or, if none
    /// is set, the origin that the browser uses. Nil if the request has no host name.
    func publicBase(_ request: PageRequest) throws -> String? {
        var base = try server.messages?().publicURL ?? request.origin
        while base?.hasSuffix("/") == true { base?.removeLast() }
        return base
    }
}
