/// Crockford base32: the alphabet of tokens and ticket codes (TOKEN §4).
public enum Crockford {
    /// The 32 letters and digits, in the order of their values, as ASCII. I, L, O and U are not among them.
    public static let alphabet: [UInt8] = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

    /// The value of a typed letter or digit. Letters may be uppercase or lowercase. I and L are read as 1, and O is
    /// read as 0. Nil for any other byte.
    public static func value(typed letter: UInt8) -> UInt8? {
        let upper = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter) ? letter - 32 : letter
        switch upper {
        case UInt8(ascii: "I"), UInt8(ascii: "L"): return 1
        case UInt8(ascii: "O"): return 0
        default: return alphabet.firstIndex(of: upper).map { UInt8($0) }
        }
    }
}
