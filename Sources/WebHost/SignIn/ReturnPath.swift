/// The page that the browser opens after the user has signed in: a path on this server, never a URL of another site.
struct ReturnPath: Sendable {
    let path: String

    static let desk = ReturnPath(known: "/desk")

    private init(known path: String) { self.path = path }

    /// Parses a path with or without a query. Nil if the text is longer than 2000 bytes, or if a browser could treat it
    /// as the URL of another site.
    init?(_ text: String?) {
        guard let text, text.utf8.count <= 2000, text.hasPrefix("/"), !text.hasPrefix("//"),
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") })
        else { return nil }
        path = text
    }
}
