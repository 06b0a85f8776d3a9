import Ticketing

/// What a text that is no token looks like instead, for the person at the gate.
public enum MalformedText {
    private static let sign = 0x20...0x7E

    /// A sentence fragment: “a web address”, “an EAN-13 bar code, from a product”, “cut off at 40 of 56 letters”.
    ///
    /// Quotes one printable letter at most, so that a hostile symbol cannot speak to the operator.
    public static func describe(_ input: Span<UInt8>) -> String {
        if input.count > TokenText.longestInput { return "too long: \(input.count) bytes" }
        let range = TokenText.trimmed(input)
        let text = range.map { input[$0] }
        if text.isEmpty { return hasSlash(input) ? "a web address without a ticket at its end" : "empty" }

        let stranger = text.first { TokenLetters.values[Int($0)] > 31 }
        guard let stranger else {
            return describe(letters: text)
                ?? (isWebAddress(input) ? "a web address of something else" : "another system’s code")
        }
        let isText = text.allSatisfy { sign.contains(Int($0)) }
        if isText, isWebAddress(input) || text.contains(UInt8(ascii: "?")) || text.contains(UInt8(ascii: "#")) {
            return "a web address of something else"
        }
        if !isText {
            return String(validating: text, as: UTF8.self) == nil || text.contains { $0 < 0x20 || $0 == 0x7F }
                ? "not text" : "contains letters of another script, which no ticket has"
        }
        if text.first == UInt8(ascii: "{") || text.contains(UInt8(ascii: ":")) { return "another kind of QR code" }
        if text.filter({ $0 == UInt8(ascii: ".") }).count == 2, text.count > 40 {
            return "another system’s signed code"
        }
        // A token in which few letters are wrong was misread or mistyped; one with a system of its own was not.
        let strangers = text.count { TokenLetters.values[Int($0)] > 31 }
        if strangers > 2 || text.count < 40 { return "another system’s code" }
        return "contains “\(Character(Unicode.Scalar(stranger)))”, which no ticket has"
    }

    /// The same for text.
    public static func describe(_ text: String) -> String { describe(text.utf8.span) }

    /// Nil for letters that say nothing of where they come from.
    private static func describe(letters text: [UInt8]) -> String? {
        if text.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
            switch text.count {
            case 8, 13: return "an EAN-\(text.count) bar code, from a product"
            case 12: return "a UPC bar code, from a product"
            case 14: return "a GTIN bar code, from a carton"
            default: break
            }
        }
        if text.count == 8 { return "a ticket code, which is for look-up and proves nothing" }
        let first = TokenLetters.values[Int(text[0])]
        let second = text.count > 1 ? TokenLetters.values[Int(text[1])] : 0
        guard first >> 1 == TokenBody.version, let suite = Suite(rawValue: (first & 1) << 3 | second >> 2) else {
            return nil
        }
        let whole = suite.textLength
        if text.count < whole { return "cut off at \(text.count) of \(whole) letters" }
        if text.count == whole || text.count == whole + TokenText.liveCodeLength {
            return "a ticket no one can have made"
        }
        if text.count < whole + TokenText.liveCodeLength { return "cut off in its live code" }
        return "too long: \(text.count) letters where a ticket has \(whole)"
    }

    private static func hasSlash(_ input: Span<UInt8>) -> Bool {
        input.indices.contains { input[$0] == UInt8(ascii: "/") }
    }

    private static func isWebAddress(_ input: Span<UInt8>) -> Bool {
        let start = input.indices.prefix(12).map { input[$0] | 0x20 }
        return start.starts(with: "http:".utf8) || start.starts(with: "https:".utf8) || start.starts(with: "www.".utf8)
            || hasSlash(input)
    }
}
