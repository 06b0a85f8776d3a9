/// The modes of ISO/IEC 18004 §7.3 that hold a whole text in one segment.
enum SegmentMode {
    case numeric
    case alphanumeric
    case byte

    /// The most characters (bytes in byte mode) that version 40 holds at a level: what Table 7 lists.
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

/// What one look at a text's bytes says about how to put it into a symbol.
struct TextSurvey {
    /// The tightest mode that holds the whole text.
    let mode: SegmentMode
    /// Whether several segments could be shorter than one, so that it is worth asking the library for its split.
    let mayGainBySplitting: Bool
    /// Bits of the text in one segment, without its head.
    private let bits: Int
    /// More bits than any split saves.
    private let mostSaved: Int

    /// Whether a split may give a smaller symbol than one segment does, which has this version.
    func maySplitting(goBelow version: Int, _ level: ErrorCorrectionLevel) -> Bool {
        mayGainBySplitting && version > 1 && bits - mostSaved <= DataCapacity.codewords(level)[version - 2] * 8
    }

    init(_ bytes: [UInt8]) {
        var (digits, longestDigits, alphanumerics, longestAlphanumerics) = (0, 0, 0, 0)
        var (allDigits, allAlphanumerics) = (0, 0)
        var hasNUL = false
        for byte in bytes {
            let isDigit = TextSurvey.isDigit(byte)
            digits = isDigit ? digits + 1 : 0
            alphanumerics = isDigit || TextSurvey.isAlphanumeric(byte) ? alphanumerics + 1 : 0
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
            // A segment more costs at least 14 bits; a digit saves 2⅙ of alphanumeric's 5½: 7 digits pay for it.
            mayGainBySplitting = longestDigits >= 7
            (bits, mostSaved) = (bytes.count * 11 / 2, allDigits * 13 / 6 + 1)
        } else {
            mode = .byte
            // Against 8 bits a byte, 4 digits or 6 alphanumerics pay. The split takes a C string: a NUL would end it.
            mayGainBySplitting = !hasNUL && longestAlphanumerics >= 4
            (bits, mostSaved) = (bytes.count * 8, allAlphanumerics * 14 / 3 + 1)
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
