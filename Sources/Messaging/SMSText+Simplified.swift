import Foundation
package import MessageTransport

extension SMSText {
    /// Makes an SMS from a text. If possible, replaces each character outside the GSM 7-bit alphabet with a similar
    /// text in this alphabet, because a part of an SMS then has room for more characters. If any character has no
    /// similar text, the whole text stays unchanged.
    package init(simplified text: String) {
        let plain = SMSText(text.precomposedStringWithCanonicalMapping.unicodeScalars.map(SMSText.replacement).joined())
        self.init(plain.isGSM ? plain.text : text)
    }

    /// A similar text in the GSM alphabet; the character itself if the alphabet has nothing similar.
    private static func replacement(of scalar: Unicode.Scalar) -> String {
        if septets(of: scalar) != nil { return String(scalar) }
        switch scalar {
        case "’", "‘", "‚", "′", "ʼ": return "'"
        case "“", "”", "„", "«", "»", "″": return "\""
        case "–", "—", "‐", "‑", "−": return "-"
        case "→": return "->"
        case "…": return "..."
        case "•", "·": return "*"
        case "œ": return "oe"
        case "Œ": return "OE"
        // Marks for joining and for the writing direction are invisible, so they are left out.
        case "\u{200C}", "\u{200D}", "\u{2066}"..."\u{2069}": return ""
        default: break
        }
        if scalar.properties.generalCategory == .spaceSeparator { return " " }
        let base = String(scalar).folding(options: .diacriticInsensitive, locale: Locale(identifier: "en"))
        return base.unicodeScalars.allSatisfy { septets(of: $0) != nil } ? base : String(scalar)
    }
}
