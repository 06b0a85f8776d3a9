/// Numbers of cells as the shortest decimals that say the same: `2.567001E11` is `256700100000`.
enum DecimalText {
    /// Nil for what is no number.
    static func shortest(_ text: String) -> String? {
        if isPlainInteger(text) { return text }
        guard let number = Double(text), number.isFinite, text.utf8.allSatisfy(isPartOfNumber) else { return nil }
        return plain(number)
    }

    /// An integer that its text says best: one of more digits than a floating point number has keeps them.
    private static func isPlainInteger(_ text: String) -> Bool {
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
        guard let first = digits.first, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return false }
        return first != 0x30 || (digits.count == 1 && text.utf8.count == 1)
    }

    /// `Double` reads “inf”, “nan” and hexadecimal as well.
    private static func isPartOfNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }

    /// Swift describes a number by the shortest digits, with an exponent where it is large or small.
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
        let whole = digits.prefix(point).drop { $0 == "0" }
        let fraction = digits.dropFirst(point)
        let text = (whole.isEmpty ? "0" : String(whole)) + (fraction.isEmpty ? "" : ".\(fraction)")
        return number < 0 ? "-\(text)" : text
    }
}
