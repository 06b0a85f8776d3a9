/// Makes keys of what a terminal sends. Keeps no more of anything than its limits, whatever comes.
///
/// Written for what xterm, the Linux console, tmux and screen send, which others imitate.
struct KeyDecoder {
    /// Bytes of a paste that are kept.
    static let pasteLimit = 4096
    /// No key is longer.
    private static let sequenceLimit = 32
    private static let endOfPaste = Array("\u{1B}[201~".utf8)

    /// The beginning of a sequence whose end did not come yet.
    private var begun: [UInt8] = []
    private var paste: [UInt8]?
    /// How much of the end of a paste has been seen.
    private var matched = 0

    /// How long to wait for more of what has begun before `rest` says what it is; nil when nothing has. A large paste
    /// may halt on its way over a network.
    var patience: Duration? {
        if paste != nil { return .seconds(1) }
        return begun.isEmpty ? nil : .milliseconds(100)
    }

    /// Whether a paste has begun and not ended.
    var isPasting: Bool { paste != nil }

    /// What comes from here on is a paste, though the terminal does not say so. A rest ends it.
    mutating func beginPaste() {
        begun = []
        paste = paste ?? []
    }

    mutating func decode(_ bytes: some Sequence<UInt8>) -> [Key] {
        var keys: [Key] = []
        var text: [UInt8] = []
        for byte in bytes {
            if paste == nil, begun.isEmpty, KeyDecoder.isText(byte) {
                text.append(byte)
                continue
            }
            if !text.isEmpty { keys.append(Key(meaning: .text, bytes: text)) }
            text.removeAll(keepingCapacity: true)
            take(byte, &keys)
        }
        if !text.isEmpty { keys.append(Key(meaning: .text, bytes: text)) }
        return keys
    }

    /// Nothing more came: an Esc was the key itself, what was begun is no key, and a paste has lost its end.
    mutating func rest() -> [Key] {
        defer {
            begun = []
            paste = nil
            matched = 0
        }
        if let paste { return [Key(meaning: .paste, bytes: paste)] }
        if begun.isEmpty { return [] }
        return [Key(meaning: begun == [0x1B] ? .escape : .unknown, bytes: begun)]
    }

    private static func isText(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x7F }

    private mutating func take(_ byte: UInt8, _ keys: inout [Key]) {
        if paste != nil { return takePasted(byte, &keys) }
        if begun.isEmpty { return takeAlone(byte, &keys) }
        if begun.count == 1 {
            guard byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O") else {
                keys.append(Key(meaning: .escape, bytes: begun))
                begun = []
                return takeAlone(byte, &keys)
            }
            begun.append(byte)
            return
        }
        // The Linux console's F1 is ESC [ [ A.
        let isConsole = begun == [0x1B, 0x5B] && byte == 0x5B
        let goesOn = begun[1] == 0x5B && (isConsole || (0x20...0x3F).contains(byte))
        if goesOn, begun.count < KeyDecoder.sequenceLimit {
            begun.append(byte)
        } else if (0x40...0x7E).contains(byte) {
            let sequence = begun + [byte]
            begun = []
            let name = String(decoding: sequence.dropFirst(), as: UTF8.self)
            if name == "[200~" { paste = [] } else { keys.append(KeyDecoder.key(name, sequence)) }
        } else {
            keys.append(Key(meaning: .unknown, bytes: begun))
            begun = []
            takeAlone(byte, &keys)
        }
    }

    private mutating func takeAlone(_ byte: UInt8, _ keys: inout [Key]) {
        let meaning: Key.Meaning
        switch byte {
        case 0x1B:
            begun = [byte]
            return
        case 0x0D, 0x0A, 0x09: meaning = .end
        case 0x08, 0x7F: meaning = .backspace
        case 0..<0x20: meaning = .control(Character(Unicode.Scalar(byte + 0x40)))
        default: meaning = .text
        }
        keys.append(Key(meaning: meaning, bytes: [byte]))
    }

    private mutating func takePasted(_ byte: UInt8, _ keys: inout [Key]) {
        if byte == KeyDecoder.endOfPaste[matched] {
            matched += 1
            if matched == KeyDecoder.endOfPaste.count { keys += rest() }
            return
        }
        let isBeginning = byte == KeyDecoder.endOfPaste[0]
        let passed = KeyDecoder.endOfPaste[..<matched] + (isBeginning ? [] : [byte])
        let room = KeyDecoder.pasteLimit - (paste?.count ?? 0)
        paste?.append(contentsOf: passed.prefix(room))
        matched = isBeginning ? 1 : 0
    }

    private static func key(_ name: String, _ bytes: [UInt8]) -> Key {
        // Enter of the number pad.
        switch name {
        case "OM": return Key(meaning: .end, bytes: bytes)
        case "[A", "OA": return Key(meaning: .up, bytes: bytes)
        case "[B", "OB": return Key(meaning: .down, bytes: bytes)
        default: return Key(meaning: functions[name].map { .function($0) } ?? .unknown, bytes: bytes)
        }
    }

    private static let functions: [String: Int] = [
        "OP": 1, "OQ": 2, "OR": 3, "OS": 4, "[P": 1, "[Q": 2, "[R": 3, "[S": 4,
        "[[A": 1, "[[B": 2, "[[C": 3, "[[D": 4, "[[E": 5,
        "[11~": 1, "[12~": 2, "[13~": 3, "[14~": 4, "[15~": 5, "[17~": 6, "[18~": 7, "[19~": 8, "[20~": 9,
        "[21~": 10, "[23~": 11, "[24~": 12,
    ]
}
