import HTTPTypes

/// Detects requests that a page of another site makes a browser send.
enum CrossOriginCheck {
    /// Whether a request comes from a page of another site.
    ///
    /// Browsers send `Sec-Fetch-Site`, old browsers send only `Origin`, and other clients send neither. The pages of
    /// this server forbid referrers, so browsers send `Origin: null` from them (Fetch, “append a request Origin
    /// header”). That value is accepted only together with `Sec-Fetch-Site`.
    static func isCrossOrigin(_ headers: HTTPFields, authority: String?) -> Bool {
        let site = fetchSite.flatMap { headers[$0] }
        if let site, site != "same-origin", site != "none" { return true }
        guard let origin = headers[.origin]?.lowercased() else { return false }
        if origin == "null" { return site == nil }
        guard let authority = authority?.lowercased() else { return true }
        return origin != "http://\(authority)" && origin != "https://\(authority)"
    }

    private static let fetchSite = HTTPField.Name("Sec-Fetch-Site")
}
