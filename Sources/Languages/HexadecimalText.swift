/// Encodes and decodes hexadecimal digits in ASCII. `digit` and `value` work on single bytes, for secrets that must not
/// become a `String`.
public enum HexadecimalText {
    /// The digit for a value from 0 to 15, in lower case.
    public static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }

    /// The value of a digit in lower or upper case; 255 for a byte that is not a digit.
    public static func value(_ digit: UInt8) -> UInt8 {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: 255
        }
    }

    /// Encodes bytes as lower-case digits, two for each byte.
    public static func text(_ bytes: [UInt8]) -> String {
        String(decoding: bytes.flatMap { [digit($0 >> 4), digit($0 & 15)] }, as: UTF8.self)
    }

    /// Decodes digits. Nil if the number of digits is odd, or if a character is not a hexadecimal digit.
    public static func bytes(_ text: some StringProtocol) -> [UInt8]? {
        let digits = text.utf8.map(value)
        guard digits.count.isMultiple(of: 2), digits.allSatisfy({ $0 < 16 }) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    /// The number that 1 to 8 digits in ASCII represent. Nil for any other byte or number of digits.
    public static func number(_ digits: some Collection<UInt8>) -> UInt32? {
        guard (1...8).contains(digits.count) else { return nil }
        var number: UInt32 = 0
        for digit in digits {
            let value = value(digit)
            guard value < 16 else { return nil }
            number = number << 4 | UInt32(value)
        }
        return number
    }
}
