import Foundation

extension String {
    /// The text as it is searched and compared: lower case, without accents and full-width forms, white space as single
    /// blanks. `José  ÑANDÚ` is found as `jose nandu`.
    public var folded: String {
        let words = split(whereSeparator: \.isWhitespace)
        // Most names in most lists need no more, and Foundation's folding costs some microseconds.
        if utf8.allSatisfy({ $0 < 0x80 }) { return words.joined(separator: " ").lowercased() }
        return words.joined(separator: " ").folding(
            options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: Locale(identifier: "en"))
    }
}
