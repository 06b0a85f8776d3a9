import Foundation

extension String {
    /// The text as it is compared and searched: letter case, accents, width and what can't be seen aside, white space
    /// as one space.
    public var foldedForSearch: String {
        if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) {
            let lower = lowercased()
            return lower.utf8.contains(0x20) ? lower.withSingleSpaces : lower
        }
        var seen = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: seen.append(" ")
            case .format, .surrogate: break
            default: seen.append(scalar)
            }
        }
        let plain = String(seen).folding(
            options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
        return plain.lowercased().withSingleSpaces
    }

    private var withSingleSpaces: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}

/// How people can be reached, as they type it.
public enum ContactForm {
    /// An e-mail address in lower case, without white space around it. Nil for what can't be one.
    public static func email(_ text: String) -> String? {
        let bytes = text.utf8
        guard bytes.count <= 254, let at = bytes.firstIndex(of: UInt8(ascii: "@")), at > bytes.startIndex,
            bytes.allSatisfy({ $0 > 0x20 && $0 != 0x7F && !notInEmail.contains($0) })
        else { return nil }
        let domain = bytes[bytes.index(after: at)...]
        guard let dot = domain.firstIndex(of: UInt8(ascii: ".")), dot > domain.startIndex,
            domain.last != UInt8(ascii: "."), !domain.contains(UInt8(ascii: "@"))
        else { return nil }
        let isASCII = bytes.allSatisfy { $0 < 0x80 }
        guard isASCII || text.unicodeScalars.allSatisfy({ canBeSeen($0) }) else { return nil }
        return text.lowercased()
    }

    private static let notInEmail: [UInt8] = Array("<>,;:\"()[]\\".utf8)

    private static func canBeSeen(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .surrogate: false
        default: true
        }
    }

    /// A telephone number as its digits, with the `+` if it had one: 4 to 15 digits. Nil for what can't be one.
    public static func phone(_ text: String) -> String? {
        var digits = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "0"..."9": digits.unicodeScalars.append(scalar)
            case "+" where digits.isEmpty: digits = "+"
            case " ", "-", "(", ")", ".", "/", "\u{A0}": continue
            default: return nil
            }
        }
        return (4...15).contains(digits.utf8.count(where: { $0 != UInt8(ascii: "+") })) ? digits : nil
    }
}
