/// One line of a screen, in one colour.
struct ScreenLine: Hashable, Sendable {
    var text: String
    var colour: Terminal.Colour?

    init(_ text: String, _ colour: Terminal.Colour? = nil) {
        self.text = text
        self.colour = colour
    }
}

/// The content of a window: one line for each row, none wider than the window.
struct ScreenPage: Hashable, Sendable {
    /// The size of a window.
    struct Size: Hashable, Sendable {
        let columns: Int
        let rows: Int
    }

    struct Cursor: Hashable, Sendable {
        let row: Int
        let column: Int
    }

    let lines: [ScreenLine]
    /// The cursor's position; nil hides the cursor.
    var cursor: Cursor?
}

extension String {
    /// The text in ASCII. A terminal without UTF-8 could read other bytes as control characters.
    var ascii: String {
        String(
            decoding: flatMap { character -> [UInt8] in
                if let value = character.asciiValue { return [value] }
                return switch character {
                case "—", "–": [UInt8(ascii: "-")]
                case "·": [UInt8(ascii: "-")]
                case "…": [UInt8(ascii: "~")]
                case "“", "”": [UInt8(ascii: "\"")]
                case "’", "‘": [UInt8(ascii: "'")]
                case "█": [UInt8(ascii: "#")]
                default: Array(repeating: UInt8(ascii: "?"), count: max(1, character.columns))
                }
            }, as: UTF8.self)
    }
}
