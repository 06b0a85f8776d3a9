import Foundation

extension String {
    /// The text as it is searched and compared: lower case, without accents, full-width forms and what can't be seen,
    /// white space as single blanks. `José  ÑANDÚ` is found as `jose nandu`.
    public var folded: String {
        // Most names in most lists are plain, and Foundation's folding costs some microseconds.
        if isPlain { return lowercased() }
        var seen = UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: seen.append(" ")
            // Joiners are part of how some scripts and pictures are written.
            case .format where scalar.value != 0x200C && scalar.value != 0x200D: continue
            default: seen.append(scalar)
            }
        }
        let words = String(seen).split(whereSeparator: \.isWhitespace)
        return words.joined(separator: " ").folding(
            options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: Locale(identifier: "en"))
    }

    /// Whether it is words of printable ASCII with single blanks between them: nothing has to be folded but letter case.
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
