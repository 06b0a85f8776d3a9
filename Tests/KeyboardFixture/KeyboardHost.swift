import CXKBCommon
public import Gate
import ServerFixture

/// Simulates a computer that has a USB scanner and a keyboard layout of the package xkeyboard-config. The scanner
/// presses the keys that would type its text on a US keyboard.
public final class KeyboardHost {
    /// A dead key puts an accent on the letter that is typed next. If the letter can't have the accent, the text that
    /// arrives depends on the computer.
    public enum DeadKeys: CaseIterable {
        /// The accent and the letter are typed as two characters.
        case typed
        /// Neither the accent nor the letter is typed.
        case swallowed
    }

    /// Key names in the order of `KeyboardLayout.keys`.
    public static let keys =
        ["TLDE"] + (1...12).map { name("AE", $0) } + (1...12).map { name("AD", $0) } + (1...11).map { name("AC", $0) }
        + ["BKSL"] + (1...10).map { name("AB", $0) }

    private let context: OpaquePointer
    private let keymap: OpaquePointer
    private let state: OpaquePointer

    public init(_ layout: String, _ variant: String = "") throws {
        let context = try KeyboardHost.made(xkb_context_new(XKB_CONTEXT_NO_ENVIRONMENT_NAMES), "no keyboards")
        self.context = context
        let compiled = "pc105".withCString { model in
            layout.withCString { layout in
                variant.withCString { variant in
                    var names = xkb_rule_names(
                        rules: nil, model: model, layout: layout, variant: variant, options: nil)
                    return xkb_keymap_new_from_names(context, &names, XKB_KEYMAP_COMPILE_NO_FLAGS)
                }
            }
        }
        keymap = try KeyboardHost.made(compiled, "no layout \(layout) \(variant)")
        state = try KeyboardHost.made(xkb_state_new(keymap), "no state of \(layout)")
    }

    deinit {
        xkb_state_unref(state)
        xkb_keymap_unref(keymap)
        xkb_context_unref(context)
    }

    /// The character that a key types, with or without Shift. For a dead key, this is its accent.
    public func character(of key: String, isShifted: Bool) throws -> Unicode.Scalar {
        try KeyboardHost.made(stroke(key, isShifted: isShifted, capsLock: false)?.character, "\(key) types nothing")
    }

    /// The text that arrives when a scanner types `text`. Spaces and control characters arrive unchanged. The control
    /// characters represent Enter, Tab and similar keys.
    public func type(_ text: String, capsLock: Bool = false, deadKeys: DeadKeys = .typed) throws -> String {
        var typed = String.UnicodeScalarView()
        var waiting: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            guard scalar.value > 0x20 else {
                typed.append(scalar)
                continue
            }
            let position = try KeyboardHost.position(of: scalar)
            guard
                let key = try stroke(
                    KeyboardHost.keys[position.index], isShifted: position.isShifted, capsLock: capsLock)
            else { continue }
            if let accent = waiting.take() {
                if deadKeys == .typed { typed.append(contentsOf: [accent, key.character]) }
            } else if key.isDead {
                waiting = key.character
            } else {
                typed.append(key.character)
            }
        }
        return String(typed)
    }

    /// One key press of a scanner, as a browser reports it.
    public struct Press: Sendable {
        /// The key's position, named after the key that a US keyboard has at that position (`code` in UI Events).
        public let code: String
        /// The character that the key types in this layout; `Dead` for a dead key; `Unidentified` if nothing is typed.
        public let key: String
        public let isShifted: Bool
    }

    /// The key presses with which a scanner types `text`.
    public func presses(_ text: String) throws -> [Press] {
        try text.unicodeScalars.map { scalar in
            let position = try KeyboardHost.position(of: scalar)
            let stroke = try stroke(KeyboardHost.keys[position.index], isShifted: position.isShifted, capsLock: false)
            let key = stroke.map { $0.isDead ? "Dead" : String($0.character) } ?? "Unidentified"
            return Press(code: KeyboardHost.codes[position.index], key: key, isShifted: position.isShifted)
        }
    }

    /// The browser's names of the keys, in the order of `keys`.
    private static let codes =
        ["Backquote"] + "1234567890".map { "Digit\($0)" } + ["Minus", "Equal"] + letters("QWERTYUIOP")
        + ["BracketLeft", "BracketRight"] + letters("ASDFGHJKL") + ["Semicolon", "Quote", "Backslash"]
        + letters("ZXCVBNM") + ["Comma", "Period", "Slash"]

    private static func letters(_ row: String) -> [String] { row.map { "Key\($0)" } }

    /// The character that a key types, and whether the key is a dead key; nil if the key types nothing.
    private func stroke(
        _ key: String, isShifted: Bool, capsLock: Bool
    ) throws -> (character: Unicode.Scalar, isDead: Bool)? {
        let code = xkb_keymap_key_by_name(keymap, key)
        func mask(_ name: String, _ isOn: Bool) -> xkb_mod_mask_t {
            isOn ? 1 << xkb_keymap_mod_get_index(keymap, name) : 0
        }
        xkb_state_update_mask(
            state, mask(XKB_MOD_NAME_SHIFT, isShifted), 0, mask(XKB_MOD_NAME_CAPS, capsLock), 0, 0, 0)
        let symbol = xkb_state_key_get_one_sym(state, code)
        if let accent = KeyboardHost.accents[KeyboardHost.name(of: symbol)] { return (accent, true) }
        // With Caps Lock, the library libxkbcommon reports no character for some keys, such as µ.
        let scalar = try KeyboardHost.made(Unicode.Scalar(xkb_state_key_get_utf32(state, code)), "\(key)")
        return scalar.value > 0x20 ? (scalar, false) : nil
    }

    private static func made<Value>(_ value: Value?, _ trouble: String) throws -> Value {
        guard let value else { throw Surprise(trouble) }
        return value
    }

    private static let accents: [String: Unicode.Scalar] = [
        "dead_circumflex": "^", "dead_acute": "´", "dead_grave": "`", "dead_diaeresis": "¨", "dead_abovering": "°",
        "dead_caron": "ˇ",
    ]

    private static func position(of scalar: Unicode.Scalar) throws -> (index: Int, isShifted: Bool) {
        let keys = KeyboardLayout.us.keys
        for (row, isShifted) in [(keys.plain, false), (keys.shifted, true)] {
            if let index = row.unicodeScalars.enumerated().first(where: { $1 == scalar })?.offset {
                return (index, isShifted)
            }
        }
        throw Surprise("no US key types \(scalar)")
    }

    private static func name(of symbol: xkb_keysym_t) -> String {
        var name = [CChar](repeating: 0, count: 64)
        let length = xkb_keysym_get_name(symbol, &name, name.count)
        return String(decoding: name.prefix(max(0, Int(length))).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    private static func name(_ row: String, _ number: Int) -> String {
        number < 10 ? "\(row)0\(number)" : "\(row)\(number)"
    }
}

extension KeyboardLayout {
    /// The layouts and variants in xkeyboard-config that correspond to this layout. If a computer uses one of them, a
    /// gate repairs the computer’s scans with this layout.
    public var hosts: [(layout: String, variant: String)] {
        switch self {
        case .us: [("us", "")]
        case .german: [("de", ""), ("at", "")]
        case .french: [("fr", "")]
        case .belgian: [("be", "")]
        case .swiss: [("ch", ""), ("ch", "fr")]
        case .czech: [("cz", "")]
        case .spanish: [("es", "")]
        case .italian: [("it", "")]
        case .danish: [("dk", "")]
        case .norwegian: [("no", "")]
        case .swedish: [("se", ""), ("fi", "")]
        case .turkish: [("tr", "")]
        case .russian: [("ru", "")]
        }
    }
}
