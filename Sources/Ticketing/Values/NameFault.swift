/// Why a name or another text that people write cannot be stored.
public enum NameFault: Hashable, Sendable, CustomStringConvertible {
    case missing
    case tooLong(length: Int, limit: Int)
    /// A scalar that no text may hold.
    ///
    /// - Parameter position: of the scalar, counted in scalars from 1.
    case scalar(Unicode.Scalar, position: Int)

    /// Whether a text may have line breaks and tabs.
    public enum Lines: Sendable { case one, several }

    /// The most scalars of a name: it is printed on tickets, and shown on one line at a gate.
    public static let longest = 200

    /// Checks a text.
    ///
    /// - Parameters:
    ///   - limit: the most Unicode scalars.
    ///   - lines: `several` allows line feeds, carriage returns and tabs.
    /// - Returns: the first fault; nil for a text that can be stored.
    public static func of(_ text: String, limit: Int = longest, lines: Lines = .one) -> NameFault? {
        let length = text.unicodeScalars.count
        if text.unicodeScalars.allSatisfy(isUnseen) { return .missing }
        if length > limit { return .tooLong(length: length, limit: limit) }
        for (index, scalar) in text.unicodeScalars.enumerated() where scalar.isForbiddenInTexts {
            if lines == .several, ["\n", "\r", "\t"].contains(scalar) { continue }
            return .scalar(scalar, position: index + 1)
        }
        return nil
    }

    /// White space, and what is no letter at all: controls, joiners, changes of writing direction.
    private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator: true
        default: scalar.properties.isWhitespace
        }
    }

    public var description: String {
        switch self {
        case .missing: "nothing is there; write at least one letter"
        case .tooLong(let length, let limit): "\(length) characters are too many; at most \(limit) are allowed"
        case .scalar(let scalar, let position):
            "character \(position) is \(scalar.codePoint), \(scalar.kindOfForbidden); leave it out"
        }
    }
}

extension Unicode.Scalar {
    /// Whether no text of people may hold it: it moves a cursor, ends a line, turns the writing direction, is invisible,
    /// or takes the scalar after it into its own grapheme cluster (Grapheme_Cluster_Break=Prepend, UAX #29).
    ///
    /// Joiners stay, since scripts and emoji are written with them; so do the marks of writing direction, which mixed
    /// names hold, and the tags of flags.
    fileprivate var isForbiddenInTexts: Bool {
        // Nothing below is forbidden but controls.
        if value < 0xAD { return value < 0x20 || (0x7F...0x9F).contains(value) }
        switch value {
        case 0x200C, 0x200D, 0x200E, 0x200F, 0x061C, 0xE0020...0xE007F: return false
        default: break
        }
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: return true
        default: return properties.isNoncharacterCodePoint || isPrepend
        }
    }

    /// Whether it is one grapheme cluster with a letter after it, as only prefixes are. Letters among them are Indic; the
    /// others are format characters.
    private var isPrepend: Bool {
        guard value == 0xD4E || (0x11000...0x11FFF).contains(value) || properties.generalCategory == .format
        else { return false }
        var pair = String(self)
        pair.unicodeScalars.append("a")
        return pair.count == 1
    }

    /// `U+0600`
    fileprivate var codePoint: String {
        let digits = String(value, radix: 16, uppercase: true)
        return "U+\(String(repeating: "0", count: max(0, 4 - digits.utf8.count)))\(digits)"
    }

    fileprivate var kindOfForbidden: String {
        switch value {
        case 0x0: return "a NUL"
        case 0x9: return "a tab"
        case 0xA, 0xB, 0xC, 0xD, 0x85, 0x2028, 0x2029: return "a line break"
        default: break
        }
        switch properties.generalCategory {
        case .control: return "a control character"
        case .format: return isPrepend ? "a prefix that joins the next character" : "an invisible formatting character"
        default: return isPrepend ? "a prefix that joins the next character" : "no character of any text"
        }
    }
}
