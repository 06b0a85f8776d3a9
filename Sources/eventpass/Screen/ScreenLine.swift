/// One line of a page, in one colour.
struct ScreenLine: Hashable, Sendable {
    var text: String
    var colour: Terminal.Colour?

    init(_ text: String, _ colour: Terminal.Colour? = nil) {
        self.text = text
        self.colour = colour
    }
}

/// What a window shows: one line for each of its rows, none wider than it is.
struct ScreenPage: Hashable, Sendable {
    /// Columns and rows.
    struct Size: Hashable, Sendable {
        let columns: Int
        let rows: Int
    }

    struct Cursor: Hashable, Sendable {
        let row: Int
        let column: Int
    }

    let lines: [ScreenLine]
    /// Where something is typed; nil hides it.
    var cursor: Cursor?
}

extension String {
    /// The text in ASCII, for a terminal that reads bytes and not UTF-8, where others could be commands.
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
