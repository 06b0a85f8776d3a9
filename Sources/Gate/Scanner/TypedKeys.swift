/// Characters that came out of a layout, back to the keys that a scanner pressed, and to what these are on a US keyboard.
struct TypedKeys: Sendable {
    /// All layouts but the US one, the common ones first.
    static let foreign = KeyboardLayout.allCases.filter { $0 != .us }.map(TypedKeys.init)
    static let all = KeyboardLayout.allCases.map(TypedKeys.init)
    /// No key types it.
    static let none: UInt8 = 0xFF

    let layout: KeyboardLayout
    /// By scalar: twice the key's place, and 1 more with Shift.
    private let near: [UInt8]
    private let far: [Unicode.Scalar: UInt8]

    init(_ layout: KeyboardLayout) {
        var near = [UInt8](repeating: TypedKeys.none, count: 0x500)
        var far: [Unicode.Scalar: UInt8] = [:]
        func set(_ scalar: Unicode.Scalar, _ stroke: UInt8) {
            if scalar.value >= 0x500 {
                far[scalar] = stroke
            } else if near[Int(scalar.value)] == TypedKeys.none {
                near[Int(scalar.value)] = stroke
            }
        }
        let levels = [layout.keys.plain, layout.keys.shifted].enumerated().flatMap { level, row in
            row.unicodeScalars.enumerated().map { ($1, UInt8(2 * $0 + level)) }
        }
        for (scalar, stroke) in levels { set(scalar, stroke) }
        // With caps lock, a small letter comes as the capital that is on no key: É for é.
        for (scalar, stroke) in levels {
            for other in [scalar.properties.uppercaseMapping, scalar.properties.lowercaseMapping] {
                if other.unicodeScalars.count == 1, let variant = other.unicodeScalars.first { set(variant, stroke) }
            }
            // Unicode writes the capital as SS; keyboards don't.
            if scalar == "ß" { set("ẞ", stroke) }
        }
        self.layout = layout
        self.near = near
        self.far = far
    }

    /// What a US keyboard would have typed; 0 for a character that no key of the layout types.
    ///
    /// Letters are capitals, whatever Shift and caps lock did: a ticket has no other case. Caps lock shifts the digits on
    /// some computers, but then all of them: digits are what most of the digits' keys typed, with Shift or without.
    func us(_ typed: [Unicode.Scalar]) -> [UInt8] {
        let strokes = typed.map(stroke)
        let digits = strokes.filter { TypedKeys.digits.contains($0) }
        let areShifted = 2 * digits.count(where: TypedKeys.isShifted) > digits.count
        return strokes.map { stroke in
            if stroke == TypedKeys.none { return 0 }
            return TypedKeys.us[Int(areShifted && TypedKeys.digits.contains(stroke) ? stroke ^ 1 : stroke)]
        }
    }

    /// The places of the keys, whatever Shift did; `none` for a character that no key types.
    func places(_ typed: [Unicode.Scalar]) -> [UInt8] {
        typed.map { scalar in
            let stroke = stroke(scalar)
            return stroke == TypedKeys.none ? stroke : stroke >> 1
        }
    }

    private func stroke(_ scalar: Unicode.Scalar) -> UInt8 {
        scalar.value < 0x500 ? near[Int(scalar.value)] : far[scalar] ?? TypedKeys.none
    }

    private static func isShifted(_ stroke: UInt8) -> Bool { stroke & 1 == 1 }

    /// The strokes of the keys 1 to 0.
    private static let digits: ClosedRange<UInt8> = 2...21

    /// By stroke.
    private static let us: [UInt8] = zip(KeyboardLayout.us.keys.plain.utf8, KeyboardLayout.us.keys.shifted.utf8)
        .flatMap { plain, shifted in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(plain) ? [shifted, shifted] : [plain, shifted]
        }
}
