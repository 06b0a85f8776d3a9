/// What a test symbol, as it was typed by a scanner, tells of the scanner and of the computer (GATE, “Scanners”).
///
/// ```swift
/// let symbol = try QRSymbol(Calibration.symbolText)
/// let finding = Calibration.finding(in: typed)
/// ```
public enum Calibration {
    /// What the test symbol says: every letter and digit, and what tells the layouts apart.
    public static let symbolText = "0123456789-ABCDEFGHIJKLMNOPQRSTUVWXYZ./:"

    public enum Finding: Hashable, Sendable {
        case read(Setup)
        /// Only the beginning of the symbol came: this many of its characters, in that layout.
        case cutOff(Int, KeyboardLayout)
        /// It can only be the symbol, and no known layout writes it so: these of its characters came as others.
        case unknownLayout(changed: String)
        /// Another symbol, or one that came twice or changed.
        case somethingElse
        /// White space and control characters at most.
        case nothing
    }

    /// How a scanner and its computer are set.
    public struct Setup: Hashable, Sendable {
        public let layout: KeyboardLayout
        /// Letters came small: caps lock is on, or the scanner changes case.
        public let hasSmallLetters: Bool
        /// What came before the symbol's text, as a US keyboard types it.
        public let prefix: String
        public let suffix: Suffix

        /// Whether a gate takes the prefix off.
        public var isPrefixTaken: Bool { prefix.unicodeScalars.count <= ScannedText.longestPrefix }
    }

    public enum Suffix: Hashable, Sendable {
        case none
        /// CR, LF, or both.
        case enter
        case tab
        /// As it was typed.
        case other(String)
    }

    /// Reads what was typed, its end included; of more than 1,024 bytes the first.
    public static func finding(in bytes: [UInt8]) -> Finding {
        let typed = Array(String(decoding: bytes.prefix(ScannedText.longest), as: UTF8.self).unicodeScalars)
        guard typed.contains(where: isSign) else { return .nothing }
        for keys in TypedKeys.all {
            if let start = keys.places(typed).start(of: symbol) { return read(typed, from: start, keys) }
        }
        let signs = Array(typed.drop { !isSign($0) }.reversed().drop { !isSign($0) }.reversed())
        return cutOff(signs) ?? unknownLayout(signs) ?? .somethingElse
    }

    private static func read(_ typed: [Unicode.Scalar], from start: Int, _ keys: TypedKeys) -> Finding {
        let text = typed[start..<start + symbolText.utf8.count]
        let rest = typed[(start + symbolText.utf8.count)...]
        // A second copy of the symbol is not a suffix.
        guard rest.count < symbolText.utf8.count else { return .somethingElse }
        let prefix = zip(typed[..<start], keys.us(Array(typed[..<start]))).map { typed, us in
            us == 0 ? typed : Unicode.Scalar(us)
        }
        return .read(
            Setup(
                layout: keys.layout, hasSmallLetters: hasSmallLetters(text), prefix: string(prefix),
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
        for keys in TypedKeys.all {
            let places = keys.places(signs)
            // Ten digits and more: less may be anything. The prefix that may stand before them is short.
            for length in stride(from: min(symbol.count - 1, places.count), to: 10, by: -1)
            where places.count - length <= ScannedText.longestPrefix && places.suffix(length) == symbol.prefix(length) {
                return .cutOff(length, keys.layout)
            }
        }
        return nil
    }

    private static func unknownLayout(_ signs: [Unicode.Scalar]) -> Finding? {
        let expected = Array(symbolText.unicodeScalars)
        // Each of its characters has a key of its own, so as many different ones came, whatever they are.
        let text = signs.suffix(expected.count)
        guard text.count == expected.count, signs.count <= expected.count + ScannedText.longestPrefix,
            Set(text).count == expected.count
        else { return nil }
        let changed = zip(expected, text).filter { expected, typed in
            typed != expected && typed.properties.uppercaseMapping != String(expected)
        }
        return .unknownLayout(changed: string(changed.map(\.0)))
    }

    /// The keys that the symbol's text presses.
    private static let symbol = TypedKeys(.us).places(Array(symbolText.unicodeScalars))

    private static func hasSmallLetters(_ text: ArraySlice<Unicode.Scalar>) -> Bool {
        text.count { $0.properties.isLowercase } > text.count { $0.properties.isUppercase }
    }

    private static func isSign(_ scalar: Unicode.Scalar) -> Bool { scalar.value > 0x20 && scalar.value != 0x7F }

    private static func string(_ scalars: [Unicode.Scalar]) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return String(text)
    }
}

extension Array where Element: Equatable {
    /// Where another array stands in this one, the first time.
    fileprivate func start(of other: [Element]) -> Int? {
        guard count >= other.count else { return nil }
        return (0...count - other.count).first { self[$0..<$0 + other.count].elementsEqual(other) }
    }
}
