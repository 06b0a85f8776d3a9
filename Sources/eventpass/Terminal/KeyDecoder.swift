/// Decodes a terminal's input into keys. Even for unlimited input, the decoder needs only a limited amount of memory.
///
/// The decoder supports the escape sequences of xterm, the Linux console, tmux and screen.
struct KeyDecoder {
    /// The maximum number of bytes of a paste. Further bytes are dropped.
    static let pasteLimit = 4096
    /// The maximum number of bytes of an escape sequence.
    private static let sequenceLimit = 32
    private static let endOfPaste = Array("\u{1B}[201~".utf8)

    private var partialSequence: [UInt8] = []
    private var paste: [UInt8]?
    /// How many bytes of `endOfPaste`, the escape sequence that ends a paste, have been received so far.
    private var matched = 0

    /// The time to wait for the rest of an incomplete escape sequence or paste. After this time, call `flush`. Nil if
    /// nothing is incomplete. The time is longer for a paste, because a network can delay parts of a large paste.
    var timeout: Duration? {
        if paste != nil { return .seconds(1) }
        return partialSequence.isEmpty ? nil : .milliseconds(100)
    }

    var isPasting: Bool { paste != nil }

    /// Treats all further input as a paste, until `flush` is called.
    mutating func beginPaste() {
        partialSequence = []
        paste = paste ?? []
    }

    mutating func decode(_ bytes: some Sequence<UInt8>) -> [Key] {
        var keys: [Key] = []
        var text: [UInt8] = []
        for byte in bytes {
            if paste == nil, partialSequence.isEmpty, KeyDecoder.isText(byte) {
                text.append(byte)
                continue
            }
            if !text.isEmpty { keys.append(Key(meaning: .text, bytes: text)) }
            text.removeAll(keepingCapacity: true)
            process(byte, &keys)
        }
        if !text.isEmpty { keys.append(Key(meaning: .text, bytes: text)) }
        return keys
    }

    /// Ends an incomplete escape sequence or paste after the timeout, and returns it as a key. If only an Esc character
    /// was received, this key is Esc.
    mutating func flush() -> [Key] {
        defer {
            partialSequence = []
            paste = nil
            matched = 0
        }
        if let paste { return [Key(meaning: .paste, bytes: paste)] }
        if partialSequence.isEmpty { return [] }
        return [Key(meaning: partialSequence == [0x1B] ? .escape : .unknown, bytes: partialSequence)]
    }

    private static func isText(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x7F }

    private mutating func process(_ byte: UInt8, _ keys: inout [Key]) {
        if paste != nil { return processPasted(byte, &keys) }
        if partialSequence.isEmpty { return processSingle(byte, &keys) }
        if partialSequence.count == 1 {
            guard byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O") else {
                keys.append(Key(meaning: .escape, bytes: partialSequence))
                partialSequence = []
                return processSingle(byte, &keys)
            }
            partialSequence.append(byte)
            return
        }
        // The Linux console's F1 is ESC [ [ A.
        let isConsole = partialSequence == [0x1B, 0x5B] && byte == 0x5B
        let goesOn = partialSequence[1] == 0x5B && (isConsole || (0x20...0x3F).contains(byte))
        if goesOn, partialSequence.count < KeyDecoder.sequenceLimit {
            partialSequence.append(byte)
        } else if (0x40...0x7E).contains(byte) {
            let sequence = partialSequence + [byte]
            partialSequence = []
            let name = String(decoding: sequence.dropFirst(), as: UTF8.self)
            if name == "[200~" { paste = [] } else { keys.append(KeyDecoder.key(name, sequence)) }
        } else {
            keys.append(Key(meaning: .unknown, bytes: partialSequence))
            partialSequence = []
            processSingle(byte, &keys)
        }
    }

    private mutating func processSingle(_ byte: UInt8, _ keys: inout [Key]) {
        let meaning: Key.Meaning
        switch byte {
        case 0x1B:
            partialSequence = [byte]
            return
        case 0x0D, 0x0A, 0x09: meaning = .lineEnd
        case 0x08, 0x7F: meaning = .backspace
        case 0..<0x20: meaning = .control(Character(Unicode.Scalar(byte + 0x40)))
        default: meaning = .text
        }
        keys.append(Key(meaning: meaning, bytes: [byte]))
    }

    private mutating func processPasted(_ byte: UInt8, _ keys: inout [Key]) {
        if byte == KeyDecoder.endOfPaste[matched] {
            matched += 1
            if matched == KeyDecoder.endOfPaste.count { keys += flush() }
            return
        }
        let isBeginning = byte == KeyDecoder.endOfPaste[0]
        let passed = KeyDecoder.endOfPaste[..<matched] + (isBeginning ? [] : [byte])
        let available = KeyDecoder.pasteLimit - (paste?.count ?? 0)
        paste?.append(contentsOf: passed.prefix(available))
        matched = isBeginning ? 1 : 0
    }

    private static func key(_ name: String, _ bytes: [UInt8]) -> Key {
        // ESC O M is Enter on the number pad. `name` does not contain the ESC.
        switch name {
        case "OM": return Key(meaning: .lineEnd, bytes: bytes)
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

/// A key press, from a keyboard or a scanner.
struct Key: Hashable, Sendable {
    enum Meaning: Hashable, Sendable {
        /// One or more typed characters.
        case text
        /// The end of a line: Enter, Tab or a line feed.
        case lineEnd
        case backspace
        case escape
        case up, down
        /// F1 to F12.
        case function(Int)
        /// Ctrl with a letter or with one of `@[\]^_`. A letter is given as a capital.
        case control(Character)
        case paste
        case unknown
    }

    let meaning: Meaning
    /// The received bytes. For a paste, these are the pasted bytes, up to `KeyDecoder.pasteLimit`.
    let bytes: [UInt8]
}

/// Detects a paste that the terminal did not mark as a paste.
///
/// Pasted text arrives all at once. If the store is slow, several scans can also arrive all at once. Therefore, such
/// input is treated as a paste only if it is longer than about 35 tokens, or if it has many lines that are too short to
/// be tokens.
struct PasteDetector {
    /// If more than this number of bytes arrive without a pause, they are treated as a paste. The tokens of about 35
    /// tickets have this length in total.
    static let most = 2048
    static let mostShortLines = 8
    /// After a pause that is longer than this, the counts of bytes and line ends start again at zero.
    static let rest = Duration.milliseconds(50)

    private var bytes = 0
    private var lineEnds = 0
    private var last = Duration.zero

    /// Counts the bytes and line ends of newly received input. Returns true if the input since the last pause is a
    /// paste.
    mutating func isPaste(_ more: [UInt8], at now: Duration) -> Bool {
        if now - last > PasteDetector.rest { (bytes, lineEnds) = (0, 0) }
        last = now
        bytes += more.count
        lineEnds += more.count { $0 == 0x0D || $0 == 0x0A }
        return bytes > PasteDetector.most
            || (lineEnds > PasteDetector.mostShortLines && bytes < lineEnds * InputClassifier.shortestScan)
    }
}
