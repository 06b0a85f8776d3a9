import Foundation

extension String {
    /// A form of the text for searching and comparing. It is in lower case, with single spaces between words, and
    /// without accents, full-width forms and invisible characters. `José  ÑANDÚ` becomes `jose nandu`.
    public var folded: String {
        // A fast path: most names are plain ASCII, and Foundation's folding takes some microseconds for each name.
        if isPlain { return lowercased() }
        var seen = UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: seen.append(" ")
            // Joiners (invisible characters between letters or emoji) are kept, because some scripts and emoji need
            // them.
            case .format where scalar.value != 0x200C && scalar.value != 0x200D: continue
            default: seen.append(scalar)
            }
        }
        let words = String(seen).split(whereSeparator: \.isWhitespace)
        return words.joined(separator: " ").folding(
            options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: Locale(identifier: "en"))
    }

    /// Whether the text is printable ASCII with single spaces between words, so that only its case needs folding.
    var isPlain: Bool {
        let blank = UInt8(ascii: " ")
        var last = blank
        for byte in utf8 {
            guard blank..<0x7F ~= byte, byte != blank || last != blank else { return false }
            last = byte
        }
        return last != blank
    }
}
