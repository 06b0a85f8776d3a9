import Foundation

extension String {
    /// The text in the form for searching and comparing: in lower case, without accents, full-width forms and invisible
    /// characters, with single spaces. `José  ÑANDÚ` becomes `jose nandu`.
    public var folded: String {
        // A fast path: most names are plain ASCII, and Foundation's folding takes some microseconds.
        if isPlain { return lowercased() }
        var seen = UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: seen.append(" ")
            // Some scripts and emoji need joiners.
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
