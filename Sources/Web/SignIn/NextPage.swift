/// Where somebody goes after signing in: a page of this server, and never another's.
struct NextPage: Sendable {
    let path: String

    static let desk = NextPage(known: "/desk")

    private init(known path: String) { self.path = path }

    /// Reads a path with or without a query; nil for anything that a browser may take for another server's address.
    init?(_ text: String?) {
        guard let text, text.utf8.count <= 2000, text.hasPrefix("/"), !text.hasPrefix("//"),
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") })
        else { return nil }
        path = text
    }
}
