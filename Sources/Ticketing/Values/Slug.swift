import Foundation

/// A short name for URLs and command lines: `new-year-by-the-lake`.
public enum Slug {
    public static let maximumLength = 60

    /// The slug of a title: the words of the title in lower case and without accents, joined by hyphens. If the title
    /// has neither letters nor digits, the slug is `fallback`.
    ///
    /// A slug never consists of digits only, because URLs and commands accept a number in place of a slug. The event
    /// title `1042` becomes `event-1042`.
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
        if slug.isEmpty { return fallback }
        return slug.utf8.allSatisfy(isDigit) ? "\(fallback)-\(slug)" : slug
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || isDigit(byte)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
