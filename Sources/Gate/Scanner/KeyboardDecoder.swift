/// Recovers the text of a USB scanner, which types like a US keyboard, if the computer has another keyboard layout. For
/// each character that arrived, finds the key that the scanner pressed, and the character of that key on a US keyboard.
struct KeyboardDecoder: Sendable {
    /// All layouts except the US one, the most common first.
    static let nonUS = KeyboardLayout.allCases.filter { $0 != .us }.map(KeyboardDecoder.init)
    static let all = KeyboardLayout.allCases.map(KeyboardDecoder.init)
    /// The value for a character that no key types.
    static let none: UInt8 = 0xFF

    let layout: KeyboardLayout
    /// The stroke for each character below U+0500. A stroke is a number for one key, pressed with or without Shift:
    /// twice the key's position, plus 1 with Shift.
    private let lowScalarStrokes: [UInt8]
    private let highScalarStrokes: [Unicode.Scalar: UInt8]

    init(_ layout: KeyboardLayout) {
        var near = [UInt8](repeating: KeyboardDecoder.none, count: 0x500)
        var far: [Unicode.Scalar: UInt8] = [:]
        func set(_ scalar: Unicode.Scalar, _ stroke: UInt8) {
            if scalar.value >= 0x500 {
                far[scalar] = stroke
            } else if near[Int(scalar.value)] == KeyboardDecoder.none {
                near[Int(scalar.value)] = stroke
            }
        }
        let levels = [layout.keys.plain, layout.keys.shifted].enumerated().flatMap { level, row in
            row.unicodeScalars.enumerated().map { ($1, UInt8(2 * $0 + level)) }
        }
        for (scalar, stroke) in levels { set(scalar, stroke) }
        // With caps lock, the key for é types É. The layout's characters do not contain É, so add such letters here.
        for (scalar, stroke) in levels {
            for other in [scalar.properties.uppercaseMapping, scalar.properties.lowercaseMapping] {
                if other.unicodeScalars.count == 1, let variant = other.unicodeScalars.first { set(variant, stroke) }
            }
            // Unicode's upper case of ß is SS, but keyboards type ẞ.
            if scalar == "ß" { set("ẞ", stroke) }
        }
        self.layout = layout
        self.lowScalarStrokes = near
        self.highScalarStrokes = far
    }

    /// The characters that a US keyboard would have typed; 0 for a character that no key of the layout types.
    ///
    /// Letters become upper case regardless of Shift and caps lock, since tickets have no lower-case letters. On some
    /// computers, caps lock also shifts all digits. So if most digit keys were pressed with Shift, the decoder
    /// reverses Shift for all digit keys.
    func usCharacters(_ typed: [Unicode.Scalar]) -> [UInt8] {
        let strokes = typed.map(stroke)
        let digits = strokes.filter { KeyboardDecoder.digits.contains($0) }
        let areShifted = 2 * digits.count(where: KeyboardDecoder.isShifted) > digits.count
        return strokes.map { stroke in
            if stroke == KeyboardDecoder.none { return 0 }
            return KeyboardDecoder.usCharacters[
                Int(areShifted && KeyboardDecoder.digits.contains(stroke) ? stroke ^ 1 : stroke)]
        }
    }

    /// The positions of the keys, regardless of Shift; `none` for a character that no key types.
    func keyPositions(_ typed: [Unicode.Scalar]) -> [UInt8] {
        typed.map { scalar in
            let stroke = stroke(scalar)
            return stroke == KeyboardDecoder.none ? stroke : stroke >> 1
        }
    }

    private func stroke(_ scalar: Unicode.Scalar) -> UInt8 {
        scalar.value < 0x500 ? lowScalarStrokes[Int(scalar.value)] : highScalarStrokes[scalar] ?? KeyboardDecoder.none
    }

    private static func isShifted(_ stroke: UInt8) -> Bool { stroke & 1 == 1 }

    /// The strokes of the digit keys, in the order from 1 to 9, then 0.
    private static let digits: ClosedRange<UInt8> = 2...21

    /// The character on a US keyboard for each stroke; letters are always in upper case.
    private static let usCharacters: [UInt8] = zip(
        KeyboardLayout.us.keys.plain.utf8, KeyboardLayout.us.keys.shifted.utf8
    )
    .flatMap { plain, shifted in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(plain) ? [shifted, shifted] : [plain, shifted]
    }
}
