/// The page to open after signing in: a path on this server, never a URL of another site.
struct ReturnPath: Sendable {
    let path: String

    static let desk = ReturnPath(known: "/desk")

    private init(known path: String) { self.path = path }

    /// Parses a path with or without a query; nil if a browser might treat the path as another site's URL.
    init?(_ text: String?) {
        guard let text, text.utf8.count <= 2000, text.hasPrefix("/"), !text.hasPrefix("//"),
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") })
        else { return nil }
        path = text
    }
}
