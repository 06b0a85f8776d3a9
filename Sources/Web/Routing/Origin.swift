import HTTPTypes

/// Whether a page of another server makes a browser ask.
enum Origin {
    /// Browsers say by `Sec-Fetch-Site` whose page it is, and older ones by `Origin` alone; programs say neither. Our pages
    /// tell browsers to send no referrer, and so their own `Origin` is `null` (Fetch, “append a request Origin header”):
    /// that is good where the other field vouches for it.
    static func isForeign(_ headers: HTTPFields, authority: String?) -> Bool {
        let site = fetchSite.flatMap { headers[$0] }
        if let site, site != "same-origin", site != "none" { return true }
        guard let origin = headers[.origin]?.lowercased() else { return false }
        if origin == "null" { return site == nil }
        guard let authority = authority?.lowercased() else { return true }
        return origin != "http://\(authority)" && origin != "https://\(authority)"
    }

    private static let fetchSite = HTTPField.Name("Sec-Fetch-Site")
}
