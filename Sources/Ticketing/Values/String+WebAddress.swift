import Foundation

extension String {
    /// Whether mail programs could turn a part of the text into a link to a web page. Such a part contains `://`,
    /// `www.`, a domain before a slash, or a domain with one of the most common endings. A name with a full stop, such
    /// as `Dr.Okello` or `St. John`, is not a web address.
    public var containsWebAddress: Bool {
        // Browsers treat compatibility forms of letters, and other kinds of full stops, like the usual characters.
        // Invisible characters are removed, because they could hide an address from this check.
        let visible = unicodeScalars.filter { $0.properties.generalCategory != .format }
        let text = String(visible).precomposedStringWithCompatibilityMapping.lowercased()
            .replacing("\u{3002}", with: ".")
        return text.contains("://") || text.contains(/(?:^|[^\p{L}\p{N}])www\.[\p{L}\p{N}]/)
            || text.contains(/[\p{L}\p{N}\-]\.\p{L}{2,}[\d:]*\//) || text.contains(String.commonDomain)
    }

    private static var commonDomain: Regex<Substring> {
        #/
            [\p{L}\p{N}\-]\.
            (?: com|net|org|info|biz|edu|gov|io|co|me|app|dev|xyz|online|site|shop|top|link|ly
            |africa|ug|ke|tz|rw|ng|za|uk|ru|cn )
            (?![\p{L}\p{N}\-])
        /#
    }
}
