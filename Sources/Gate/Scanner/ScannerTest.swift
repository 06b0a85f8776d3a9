/// Detects the settings of a scanner and its computer from the text that the scanner types after reading a test symbol
/// (Docs/Gate.md, “Scanners”).
///
/// ```swift
/// let symbol = try QRSymbol(ScannerTest.symbolText)
/// let finding = ScannerTest.finding(in: typed)
/// ```
public enum ScannerTest {
    /// The text in the test symbol: every letter and digit, and characters that differ between keyboard layouts.
    public static let symbolText = "0123456789-ABCDEFGHIJKLMNOPQRSTUVWXYZ./:"

    public enum Finding: Hashable, Sendable {
        /// The whole text of the test symbol arrived. The given settings were detected from it.
        case read(ScannerConfiguration)
        /// Only the beginning of the text arrived: the given number of characters, typed in the given layout.
        case cutOff(Int, KeyboardLayout)
        /// The scanner read the test symbol, but no known layout types its text this way. In place of each character in
        /// `changed`, a different character arrived.
        case unknownLayout(changed: String)
        /// The text is from another symbol, or it contains the test symbol's text twice or with changes.
        case unrelatedText
        /// The text is empty, or it contains only white space and control characters.
        case nothing
    }

    /// The settings of a scanner and its computer.
    public struct ScannerConfiguration: Hashable, Sendable {
        public let layout: KeyboardLayout
        /// Whether letters arrived in lower case. If so, caps lock is on, or the scanner changes the case.
        public let typesLowercase: Bool
        /// The text that the scanner adds before the symbol's text, translated to the US layout.
        public let prefix: String
        public let suffix: Suffix

        /// Whether the prefix is short enough for a gate to remove it.
        public var isPrefixStripped: Bool { prefix.unicodeScalars.count <= ScannedText.maximumPrefixLength }
    }

    public enum Suffix: Hashable, Sendable {
        case none
        /// CR, LF, or both.
        case enter
        case tab
        /// Any other suffix, exactly as it was typed.
        case other(String)
    }

    /// Detects the settings from the typed text, which includes the scanner's suffix. Bytes after the first 1,024 are
    /// ignored.
    public static func finding(in bytes: [UInt8]) -> Finding {
        let typed = Array(String(decoding: bytes.prefix(ScannedText.maximumLength), as: UTF8.self).unicodeScalars)
        guard typed.contains(where: isVisible) else { return .nothing }
        for keys in KeyboardDecoder.all {
            if let start = keys.keyPositions(typed).firstIndex(of: symbol) { return read(typed, from: start, keys) }
        }
        let signs = Array(typed.drop { !isVisible($0) }.reversed().drop { !isVisible($0) }.reversed())
        return cutOff(signs) ?? unknownLayout(signs) ?? .unrelatedText
    }

    private static func read(_ typed: [Unicode.Scalar], from firstIndex: Int, _ keys: KeyboardDecoder) -> Finding {
        let text = typed[firstIndex..<firstIndex + symbolText.utf8.count]
        let rest = typed[(firstIndex + symbolText.utf8.count)...]
        // If the suffix has at least the length of the symbol's text, it could be a second copy of that text.
        guard rest.count < symbolText.utf8.count else { return .unrelatedText }
        let prefix = zip(typed[..<firstIndex], keys.usCharacters(Array(typed[..<firstIndex]))).map { typed, us in
            us == 0 ? typed : Unicode.Scalar(us)
        }
        return .read(
            ScannerConfiguration(
                layout: keys.layout, typesLowercase: typesLowercase(text), prefix: string(prefix),
                suffix: suffix(Array(rest))))
    }

    private static func suffix(_ rest: [Unicode.Scalar]) -> Suffix {
        switch rest {
        case []: .none
        case ["\n"], ["\r"], ["\r", "\n"]: .enter
        case ["\t"]: .tab
        default: .other(string(rest))
        }
    }

    private static func cutOff(_ signs: [Unicode.Scalar]) -> Finding? {
        for keys in KeyboardDecoder.all {
            let positions = keys.keyPositions(signs)
            // At least eleven characters must match, since fewer matching characters could come from any code. The text
            // before the matching characters is the prefix, which must be short enough for a gate to remove it.
            for length in stride(from: min(symbol.count - 1, positions.count), to: 10, by: -1)
            where positions.count - length <= ScannedText.maximumPrefixLength
                && positions.suffix(length) == symbol.prefix(length)
            {
                return .cutOff(length, keys.layout)
            }
        }
        return nil
    }

    private static func unknownLayout(_ signs: [Unicode.Scalar]) -> Finding? {
        let expected = Array(symbolText.unicodeScalars)
        // Each character of the symbol has its own key. So in every layout, all typed characters are different.
        let text = signs.suffix(expected.count)
        guard text.count == expected.count, signs.count <= expected.count + ScannedText.maximumPrefixLength,
            Set(text).count == expected.count
        else { return nil }
        let changed = zip(expected, text).filter { expected, typed in
            typed != expected && typed.properties.uppercaseMapping != String(expected)
        }
        return .unknownLayout(changed: string(changed.map(\.0)))
    }

    /// The keys that type the test symbol's text.
    private static let symbol = KeyboardDecoder(.us).keyPositions(Array(symbolText.unicodeScalars))

    private static func typesLowercase(_ text: ArraySlice<Unicode.Scalar>) -> Bool {
        text.count { $0.properties.isLowercase } > text.count { $0.properties.isUppercase }
    }

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool { scalar.value > 0x20 && scalar.value != 0x7F }

    private static func string(_ scalars: [Unicode.Scalar]) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return String(text)
    }
}

extension Array where Element: Equatable {
    fileprivate func firstIndex(of other: [Element]) -> Int? {
        guard count >= other.count else { return nil }
        return (0...count - other.count).first { self[$0..<$0 + other.count].elementsEqual(other) }
    }
}
