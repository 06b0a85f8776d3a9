import HTTPTypes
import Hummingbird
import Languages

extension Language {
    /// The language of the desk (the organizers’ pages), the sign-in pages and the account pages for a visitor who has
    /// chosen this language. These pages are not translated yet, so they are in English. Only a pseudo-language, which
    /// tests use, stays unchanged.
    var ofDesk: Language { isPseudo ? self : .english }

    /// The query parameter of the links with which a visitor chooses a language.
    static let parameter = "language"
    /// The cookie with the language that the visitor has chosen.
    static let cookie = "__Host-language"

    /// The language for the sender of a request. The query has priority over the cookie, and the cookie over
    /// `Accept-Language`. The default is English.
    init(for request: Request) {
        self =
            Language(inQueryOf: request)
            ?? Cookies(from: request.headers[values: .cookie])[Language.cookie].flatMap { Language(code: $0.value) }
            ?? request.headers[.acceptLanguage].flatMap { Language(accepted: $0) } ?? .english
    }

    /// The language that the visitor chooses with a link; nil if the query contains no language.
    init?(inQueryOf request: Request) {
        guard let code = request.uri.queryParameters.get(Language.parameter) else { return nil }
        self.init(code: code)
    }

    /// The first available language in the order of the client’s preference (RFC 9110 §12.5.4).
    init?(accepted header: String) {
        let ranges = header.split(separator: ",").prefix(20).compactMap { part -> (tag: String, quality: Double)? in
            let pieces = part.split(separator: ";").map { $0.trimmingPrefix(while: \.isWhitespace) }
            guard let tag = pieces.first?.prefix(while: { !$0.isWhitespace }) else { return nil }
            let quality = pieces.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            return (String(tag), quality)
        }
        // The sort is stable: language ranges with the same quality keep their order.
        let preferred = ranges.enumerated().filter { $1.quality > 0 }
            .sorted { ($1.element.quality, $0.offset) < ($0.element.quality, $1.offset) }
        guard let language = preferred.lazy.compactMap({ Language(tag: $0.element.tag) }).first else { return nil }
        self = language
    }
}
