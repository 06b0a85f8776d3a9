import Ticketing

/// Lookup tables from Crockford letters to values and back (TOKEN §4). The tables are not on the heap, so reading them
/// is fast.
enum TokenLetters {
    /// The value in the table for a byte that is not one of the letters. All bits of this value are set, so a bitwise
    /// OR of several values is 0xFF if any of them is invalid.
    static let invalid: UInt8 = 0xFF

    /// The value of each byte: 0…31 for one of the 32 letters in upper or lower case, 0xFF for any other byte.
    static let values: InlineArray<256, UInt8> = {
        var values = InlineArray<256, UInt8>(repeating: invalid)
        for (value, letter) in Crockford.alphabet.enumerated() {
            values[Int(letter)] = UInt8(value)
            if letter >= UInt8(ascii: "A") { values[Int(letter) + 32] = UInt8(value) }
        }
        return values
    }()

    static let letters = InlineArray<32, UInt8> { Crockford.alphabet[$0] }

    /// Writes `count` letters of 5 bits each. The first letter has the most significant bits.
    @inline(__always)
    static func write(_ bits: UInt64, letters count: Int, to text: UnsafeMutablePointer<UInt8>) {
        for index in 0..<count {
            let value = Int(truncatingIfNeeded: bits >> UInt64(5 * (count - 1 - index)) & 31)
            unsafe text[index] = letters[value]
        }
    }
}
