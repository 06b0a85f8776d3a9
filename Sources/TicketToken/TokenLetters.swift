import Ticketing

/// Crockford letters by value and back, as tables a reader and a writer can hold without an array (TOKEN §4).
enum TokenLetters {
    /// What `values` has for a byte that is no letter: it survives OR with any value.
    static let stranger: UInt8 = 0xFF

    /// The value of each byte: 0…31 for a letter, a–z folded; `stranger` for the others.
    static let values: InlineArray<256, UInt8> = {
        var values = InlineArray<256, UInt8>(repeating: stranger)
        for (value, letter) in Crockford.alphabet.enumerated() {
            values[Int(letter)] = UInt8(value)
            if letter >= UInt8(ascii: "A") { values[Int(letter) + 32] = UInt8(value) }
        }
        return values
    }()

    static let letters = InlineArray<32, UInt8> { Crockford.alphabet[$0] }

    /// Writes `count` letters, 5 bits each, the most significant first.
    @inline(__always)
    static func write(_ bits: UInt64, letters count: Int, to text: UnsafeMutablePointer<UInt8>) {
        for index in 0..<count {
            let value = Int(truncatingIfNeeded: bits >> UInt64(5 * (count - 1 - index)) & 31)
            unsafe text[index] = letters[value]
        }
    }
}
