import Languages

/// The escapes for characters that XML cannot contain. For example, a carriage return is written as `_x000D_`
/// (ECMA-376, 22.9.2.19). If a part of the original text looks like an escape, the first underscore of this part is
/// escaped, too.
enum EscapedText {
    private static let underscore = UInt8(ascii: "_")

    /// Replaces the escapes in a text with the characters that the escapes represent.
    ///
    /// - Parameter bytes: The escaped text in UTF-8.
    static func decode(_ bytes: ArraySlice<UInt8>) -> String {
        guard let first = bytes.firstIndex(of: underscore) else { return String(decoding: bytes, as: UTF8.self) }
        // Each escape represents one UTF-16 unit. A character beyond the Basic Multilingual Plane thus takes two
        // escapes.
        var units = Array(String(decoding: bytes[..<first], as: UTF8.self).utf16)
        var plain = first
        var index = first
        func appendPlain() { units += Array(String(decoding: bytes[plain..<index], as: UTF8.self).utf16) }
        while let next = bytes[index...].firstIndex(of: underscore) {
            index = next
            if let unit = escape(at: next, in: bytes) {
                appendPlain()
                units.append(unit)
                index += 7
                plain = index
            } else {
                index += 1
            }
        }
        index = bytes.endIndex
        appendPlain()
        return String(decoding: units, as: UTF16.self)
    }

    static func encode(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 < 0x20 || $0 == underscore || $0 == 0xEF }) else { return text }
        let bytes = Array(text.utf8)
        var encoded = ""
        var offset = 0
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x09, 0x0A: encoded.unicodeScalars.append(scalar)
            case 0..<0x20, 0xFFFE, 0xFFFF: encoded += escape(scalar.value)
            case UInt32(underscore) where escape(at: offset, in: bytes[...]) != nil: encoded += escape(0x5F)
            default: encoded.unicodeScalars.append(scalar)
            }
            offset += UTF8.width(scalar)
        }
        return encoded
    }

    private static func escape(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return "_x\(String(repeating: "0", count: 4 - digits.count))\(digits)_"
    }

    /// The UTF-16 unit of an escape `_xHHHH_` at the given position; nil if no escape begins at this position.
    private static func escape(at start: Int, in bytes: ArraySlice<UInt8>) -> UInt16? {
        guard start + 7 <= bytes.endIndex, bytes[start] == underscore, bytes[start + 1] == UInt8(ascii: "x"),
            bytes[start + 6] == underscore
        else { return nil }
        return HexadecimalText.number(bytes[(start + 2)..<(start + 6)]).map { UInt16($0) }
    }
}
