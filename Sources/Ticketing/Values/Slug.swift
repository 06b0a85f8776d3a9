import Foundation

/// A short name for addresses and command lines: `new-year-by-the-lake`.
public enum Slug {
    public static let maximumLength = 60

    /// The slug of a title: accents dropped, lower case, everything else a hyphen; `fallback` when nothing remains.
    public static func of(_ title: String, fallback: String) -> String {
        let plain = title.folding(options: [.diacriticInsensitive, .caseInsensitive], locale: Locale(identifier: "en"))
        let words = plain.utf8.split { !isWord($0) }
        var slug = ""
        for word in words {
            let next =
                slug.isEmpty
                ? String(decoding: word, as: UTF8.self) : "\(slug)-\(String(decoding: word, as: UTF8.self))"
            guard next.utf8.count <= maximumLength else { break }
            slug = next
        }
        return slug.isEmpty ? fallback : slug
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
