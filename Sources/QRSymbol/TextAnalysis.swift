/// The modes of ISO/IEC 18004 §7.3 in which a segment of a symbol can be encoded.
enum SegmentMode {
    case numeric
    case alphanumeric
    case byte

    /// The capacity of the largest symbol (version 40) at an error correction level (Table 7). The unit is bytes in
    /// byte mode, and characters in the other modes.
    func capacity(_ level: ErrorCorrectionLevel) -> Int {
        let bits = (DataCapacity.codewords(level).last ?? 0) * 8 - 4
        switch self {
        case .numeric:
            let (triples, rest) = (bits - 14).quotientAndRemainder(dividingBy: 10)
            return triples * 3 + (rest >= 7 ? 2 : rest >= 4 ? 1 : 0)
        case .alphanumeric:
            let (pairs, rest) = (bits - 13).quotientAndRemainder(dividingBy: 11)
            return pairs * 2 + (rest >= 6 ? 1 : 0)
        case .byte:
            return (bits - 16) / 8
        }
    }
}

/// An analysis of a text: the mode for the whole text, and whether splitting the text into segments could save space.
struct TextAnalysis {
    /// The densest mode in which the whole text can be encoded.
    let mode: SegmentMode
    /// Whether several segments could need fewer bits than a single segment.
    let mayGainBySplitting: Bool
    /// The number of bits of the text in one segment, without the segment's header.
    private let bits: Int
    /// An upper bound for the number of bits that splitting the text into segments could save.
    private let mostSaved: Int

    /// Whether the text could fit into a smaller symbol if it is split into segments. `version` is the version of the
    /// symbol that the text needs as one segment.
    func mayShrinkBySplitting(goBelow version: Int, _ level: ErrorCorrectionLevel) -> Bool {
        mayGainBySplitting && version > 1 && bits - mostSaved <= DataCapacity.codewords(level)[version - 2] * 8
    }

    init(_ bytes: [UInt8]) {
        var (digits, longestDigits, alphanumerics, longestAlphanumerics) = (0, 0, 0, 0)
        var (allDigits, allAlphanumerics) = (0, 0)
        var hasNUL = false
        for byte in bytes {
            let isDigit = TextAnalysis.isDigit(byte)
            digits = isDigit ? digits + 1 : 0
            alphanumerics = isDigit || TextAnalysis.isAlphanumeric(byte) ? alphanumerics + 1 : 0
            longestDigits = max(longestDigits, digits)
            longestAlphanumerics = max(longestAlphanumerics, alphanumerics)
            if isDigit { allDigits += 1 }
            if alphanumerics > 0 { allAlphanumerics += 1 }
            if byte == 0 { hasNUL = true }
        }
        if longestDigits == bytes.count {
            mode = .numeric
            mayGainBySplitting = false
            (bits, mostSaved) = (bytes.count * 10 / 3, 0)
        } else if longestAlphanumerics == bytes.count {
            mode = .alphanumeric
            // An additional segment costs at least 14 bits. In numeric mode, each digit needs 2⅙ bits less than in
            // alphanumeric mode. A separate numeric segment thus saves bits if it has at least 7 digits.
            mayGainBySplitting = longestDigits >= 7
            (bits, mostSaved) = (bytes.count * 11 / 2, allDigits * 13 / 6 + 1)
        } else {
            mode = .byte
            // In a text of bytes, a separate segment saves bits if it has at least 4 digits or 6 alphanumeric
            // characters. The runs that are counted here contain digits and other alphanumeric characters. A run of 4
            // can consist of digits alone, so it can save bits. A shorter run never saves bits. libqrencode splits a C
            // string, so it cannot split a text that contains NUL.
            mayGainBySplitting = !hasNUL && longestAlphanumerics >= 4
            (bits, mostSaved) = (bytes.count * 8, allAlphanumerics * 14 / 3 + 1)
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

    /// Whether a byte is an alphanumeric character (ISO/IEC 18004, Table 5) other than a digit.
    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: " "), UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "*"), UInt8(ascii: "+"),
            UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: ":"):
            true
        default: false
        }
    }
}
