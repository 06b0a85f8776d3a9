/// The modes of ISO/IEC 18004 §7.3 that hold a whole text in one segment.
enum SegmentMode {
    case numeric
    case alphanumeric
    case byte

    /// The most characters (bytes in byte mode) that version 40 holds at a level: what Table 7 lists.
    func capacity(_ level: ErrorCorrectionLevel) -> Int {
        let codewords =
            switch level {
            case .low: 2956
            case .medium: 2334
            case .quartile: 1666
            case .high: 1276
            }
        let bits = codewords * 8 - 4
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

/// What one look at a text's bytes says about how to put it into a symbol.
struct TextSurvey {
    /// The tightest mode that holds the whole text.
    let mode: SegmentMode
    /// Whether several segments could be shorter than one, so that it is worth asking the library for its split.
    let mayGainBySplitting: Bool

    init(_ bytes: [UInt8]) {
        var (digits, longestDigits, alphanumerics, longestAlphanumerics) = (0, 0, 0, 0)
        var hasNUL = false
        for byte in bytes {
            let isDigit = TextSurvey.isDigit(byte)
            digits = isDigit ? digits + 1 : 0
            alphanumerics = isDigit || TextSurvey.isAlphanumeric(byte) ? alphanumerics + 1 : 0
            longestDigits = max(longestDigits, digits)
            longestAlphanumerics = max(longestAlphanumerics, alphanumerics)
            if byte == 0 { hasNUL = true }
        }
        if longestDigits == bytes.count {
            mode = .numeric
            mayGainBySplitting = false
        } else if longestAlphanumerics == bytes.count {
            mode = .alphanumeric
            // A segment more costs at least 14 bits; a digit saves 2⅙ of alphanumeric's 5½: 7 digits pay for it.
            mayGainBySplitting = longestDigits >= 7
        } else {
            mode = .byte
            // Against 8 bits a byte, 4 digits or 6 alphanumerics pay. The split takes a C string: a NUL would end it.
            mayGainBySplitting = !hasNUL && longestAlphanumerics >= 4
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

    /// The other 35 characters of Table 5.
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
