import Foundation

extension String {
    /// The text as it is searched and compared: lower case, without accents, full-width forms and what can't be seen,
    /// white space as single blanks. `José  ÑANDÚ` is found as `jose nandu`.
    public var folded: String {
        // Most names in most lists need no more, and Foundation's folding costs some microseconds.
        if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) {
            return split(separator: " ").joined(separator: " ").lowercased()
        }
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
}
