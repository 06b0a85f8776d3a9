/// Formats the numbers of cells as the shortest equivalent decimals: `2.567001E11` becomes `256700100000`.
enum DecimalText {
    /// The shortest decimal that equals the text; nil if the text is not a number.
    static func shortest(_ text: String) -> String? {
        if isPlainInteger(text) { return text }
        guard let number = Double(text), number.isFinite, text.utf8.allSatisfy(isPartOfNumber) else { return nil }
        return plain(number)
    }

    /// Whether the text is an integer without leading zeros, a plus sign or an exponent. Such a text stays unchanged,
    /// because it may have more digits than a floating-point number can store.
    private static func isPlainInteger(_ text: String) -> Bool {
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
        guard let first = digits.first, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return false }
        return first != 0x30 || (digits.count == 1 && text.utf8.count == 1)
    }

    /// Whether a byte can occur in a decimal number. This check is needed because `Double` also parses “inf”, “nan” and
    /// hexadecimal numbers.
    private static func isPartOfNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }

    /// Formats a number without an exponent. Swift's `description` has as few digits as possible, but contains an
    /// exponent for very large and very small numbers.
    private static func plain(_ number: Double) -> String {
        let parts = "\(number.magnitude)".split(separator: "e")
        let mantissa = parts[0].split(separator: ".")
        let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
        var digits = String(mantissa[0])
        var point = digits.count + exponent
        if mantissa.count > 1, mantissa[1] != "0" { digits += mantissa[1] }
        if point <= 0 {
            digits = String(repeating: "0", count: 1 - point) + digits
            point = 1
        }
        let missing = point - digits.count
        if missing > 0 { digits += String(repeating: "0", count: missing) }
        let integerDigits = digits.prefix(point).drop { $0 == "0" }
        let fraction = digits.dropFirst(point)
        let text = (integerDigits.isEmpty ? "0" : String(integerDigits)) + (fraction.isEmpty ? "" : ".\(fraction)")
        return number < 0 ? "-\(text)" : text
    }
}
