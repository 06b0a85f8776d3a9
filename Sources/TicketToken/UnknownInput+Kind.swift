public import Ticketing

extension UnknownInput {
    private static let sign = 0x20...0x7E
    /// The minimum length of a text that is described as a part of a token. Shorter texts may begin like a token by
    /// chance.
    private static let shortestPart = 16

    /// The likely kind of an input that is not a token.
    public init(_ input: Span<UInt8>) { self = UnknownInput.kind(input) }

    private static func kind(_ input: Span<UInt8>) -> UnknownInput {
        if input.count > EncodedToken.longestInput { return .tooLong(limit: EncodedToken.longestInput) }
        let input = input.extracting(identifierLength(input)...)
        let range = EncodedToken.trimmed(input)
        let text = range.map { input[$0] }
        if text.isEmpty { return hasSlash(input) ? .webAddressEnd : .empty }

        if isPrintedCode(text) { return .ticketCode }
        let invalidLetter = text.first { TokenLetters.values[Int($0)] > 31 }
        guard let invalidLetter else {
            return kind(letters: text)
                ?? (isWebAddress(input) ? .webAddress : text.count < shortestPart ? .tooShort : .otherSystem)
        }
        let isText = text.allSatisfy { sign.contains(Int($0)) }
        if isText, isWebAddress(input) || text.contains(UInt8(ascii: "?")) || text.contains(UInt8(ascii: "#")) {
            return .webAddress
        }
        if !isText {
            return String(validating: text, as: UTF8.self) == nil || text.contains { $0 < 0x20 || $0 == 0x7F }
                ? .notText : .otherScript
        }
        if text.first == UInt8(ascii: "{") || text.contains(UInt8(ascii: ":")) { return .otherSymbol }
        if text.filter({ $0 == UInt8(ascii: ".") }).count == 2, text.count > 40 {
            return .otherSystemSigned
        }
        // A text of 40 or more letters, of which one or two are invalid, is probably a token that was misread or
        // mistyped. A text with more invalid letters is probably the code of another system.
        let invalidLetters = text.count { TokenLetters.values[Int($0)] > 31 }
        if text.count < shortestPart { return .tooShort }
        if invalidLetters > 2 || text.count < 40 { return .otherSystem }
        return .invalidLetter(Character(Unicode.Scalar(invalidLetter)))
    }

    /// Recognizes a product code, a URL with a scheme, or a text that begins like a token. Returns nil for any other
    /// input.
    public static func recognize(_ input: Span<UInt8>) -> UnknownInput? {
        guard input.count <= EncodedToken.longestInput else { return nil }
        let input = input.extracting(identifierLength(input)...)
        let text = EncodedToken.trimmed(input).map { input[$0] }
        if hasScheme(input) { return text.isEmpty ? .webAddressEnd : .webAddress }
        guard text.allSatisfy({ TokenLetters.values[Int($0)] < 32 }) else { return nil }
        return kind(product: text) ?? (text.count < shortestPart ? nil : kind(token: text))
    }

    /// The kind of a text that has only token letters; nil if the letters do not show where the text comes from.
    private static func kind(letters text: [UInt8]) -> UnknownInput? {
        if let product = kind(product: text) { return product }
        return text.count == 8 ? .ticketCode : kind(token: text)
    }

    /// Whether a text is a ticket code as tickets show it: two groups of four letters, with a hyphen between them.
    private static func isPrintedCode(_ text: [UInt8]) -> Bool {
        guard text.count == 9, text[4] == UInt8(ascii: "-") else { return false }
        return text.indices.allSatisfy { $0 == 4 || TokenLetters.values[Int(text[$0])] < 32 }
    }

    private static func kind(product text: [UInt8]) -> UnknownInput? {
        guard text.allSatisfy(isDigit) else { return nil }
        return switch text.count {
        case 8, 13: .ean(digits: text.count)
        case 12: .upc
        case 14: .gtin
        default: nil
        }
    }

    private static func kind(token text: [UInt8]) -> UnknownInput? {
        guard let letter = text.first else { return nil }
        let first = TokenLetters.values[Int(letter)]
        let second = text.count > 1 ? TokenLetters.values[Int(text[1])] : 0
        guard first >> 1 == TokenBody.version, let suite = Suite(rawValue: (first & 1) << 3 | second >> 2) else {
            return nil
        }
        let expected = suite.encodedLength
        if text.count < expected { return .cutOff(letters: text.count, length: expected) }
        if text.count == expected || text.count == expected + EncodedToken.liveCodeLength {
            return .impossibleValues
        }
        if text.count < expected + EncodedToken.liveCodeLength { return .liveCodeCutOff }
        return .tooManyLetters(letters: text.count, length: expected)
    }

    private static func hasSlash(_ input: Span<UInt8>) -> Bool {
        input.indices.contains { input[$0] == UInt8(ascii: "/") }
    }

    private static func isWebAddress(_ input: Span<UInt8>) -> Bool { hasScheme(input) || hasSlash(input) }

    private static func hasScheme(_ input: Span<UInt8>) -> Bool {
        let start = input.indices.prefix(12).map { input[$0] | 0x20 }
        return ["http:", "https:", "www."].contains { start.starts(with: $0.utf8) }
    }

    /// The length of the AIM identifier at the start of the input; 0 if the input does not begin with an AIM
    /// identifier. Some scanners put an identifier before every code, such as `]E0` before an EAN-13.
    private static func identifierLength(_ input: Span<UInt8>) -> Int {
        guard input.count > 3, input[0] == UInt8(ascii: "]"), isLetter(input[1]) else { return 0 }
        return isLetter(input[2]) || isDigit(input[2]) ? 3 : 0
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
