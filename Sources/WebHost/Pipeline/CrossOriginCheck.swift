import HTTPTypes

/// Detects requests that pages of other sites have caused.
enum CrossOriginCheck {
    /// Whether a request comes from a page of another site.
    ///
    /// Current browsers send the header `Sec-Fetch-Site`, old browsers send only `Origin`, and other clients send
    /// neither header. The pages of this server forbid referrers, so a request from one of these pages has `Origin:
    /// null` (Fetch, “append a request Origin header”). Pages of other sites can also cause `Origin: null`, so the
    /// value `null` is accepted only together with `Sec-Fetch-Site`.
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
