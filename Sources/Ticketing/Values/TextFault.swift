public import Languages

/// The reason why a text that a user enters, such as a name, cannot be stored.
public enum TextFault: Hashable, Sendable, SentenceConvertible {
    case missing
    case tooLong(length: Int, limit: Int)
    /// A forbidden Unicode scalar.
    ///
    /// - Parameter position: the position of the scalar, counted in scalars from 1.
    case scalar(Unicode.Scalar, position: Int)

    /// Whether a text is allowed to contain line breaks and tabs.
    public enum Lines: Sendable { case one, several }

    /// The maximum number of scalars of a name. A name must fit on a ticket, and on one line of a gate's screen.
    public static let longest = 200

    /// Checks a text.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of Unicode scalars.
    ///   - lines: `several` allows line feeds, carriage returns and tabs.
    /// - Returns: the first fault; nil if the text can be stored.
    public static func of(_ text: String, limit: Int = longest, lines: Lines = .one) -> TextFault? {
        let length = text.unicodeScalars.count
        if text.unicodeScalars.allSatisfy(isInvisible) { return .missing }
        if length > limit { return .tooLong(length: length, limit: limit) }
        for (index, scalar) in text.unicodeScalars.enumerated() where scalar.isForbidden {
            if lines == .several, ["\n", "\r", "\t"].contains(scalar) { continue }
            return .scalar(scalar, position: index + 1)
        }
        return nil
    }

    /// Whether a scalar is white space or invisible, such as a control, a joiner or a direction mark.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator: true
        default: scalar.properties.isWhitespace
        }
    }

    public var sentence: Sentence {
        switch self {
        case .missing: Sentence(FaultSentence.missingText)
        case .tooLong(let length, let limit):
            Sentence(FaultSentence.longText, ["length": .number(length), "limit": .number(limit)])
        case .scalar(let scalar, let position):
            Sentence(scalar.fault, ["position": "\(position)", "codePoint": .text(scalar.codePoint)])
        }
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is forbidden in texts. A forbidden scalar moves a cursor, ends a line, changes the writing
    /// direction, is invisible, or joins the next scalar to form a single character (Grapheme_Cluster_Break=Prepend,
    /// UAX #29).
    ///
    /// Three kinds of invisible scalars are allowed: joiners for some scripts and emoji, direction marks for names of
    /// mixed scripts, and tags for flag emoji.
    fileprivate var isForbidden: Bool {
        // Below U+00AD, only control characters are forbidden.
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

    /// Whether the scalar is a prefix that joins a following letter to form a single character (a grapheme cluster).
    /// Such prefixes are either Indic letters or format characters.
    private var isPrepend: Bool {
        guard value == 0xD4E || (0x11000...0x11FFF).contains(value) || properties.generalCategory == .format
        else { return false }
        var pair = String(self)
        pair.unicodeScalars.append("a")
        return pair.count == 1
    }

    /// The code point in the form `U+0600`.
    fileprivate var codePoint: String {
        let digits = String(value, radix: 16, uppercase: true)
        return "U+\(String(repeating: "0", count: max(0, 4 - digits.utf8.count)))\(digits)"
    }

    fileprivate var fault: FaultSentence {
        switch value {
        case 0x0: return .nul
        case 0x9: return .tab
        case 0xA, 0xB, 0xC, 0xD, 0x85, 0x2028, 0x2029: return .lineBreak
        default: break
        }
        switch properties.generalCategory {
        case .control: return .controlCharacter
        case .format: return isPrepend ? .joiningPrefix : .formattingCharacter
        default: return isPrepend ? .joiningPrefix : .noncharacter
        }
    }
}
