import CDisplayWidth
import Foundation

/// One line of a screen, in one colour.
struct ScreenLine: Hashable, Sendable {
    var text: String
    var colour: Terminal.Colour?

    init(_ text: String, _ colour: Terminal.Colour? = nil) {
        self.text = text
        self.colour = colour
    }
}

/// The content of a window, one line for each row. No line is wider than the window.
struct ScreenPage: Hashable, Sendable {
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
    /// The text with only ASCII characters, for a terminal without UTF-8. Such a terminal could read the bytes of
    /// non-ASCII characters as control characters.
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

/// The width of text on a terminal, in columns.
///
/// Terminals disagree about the width of a character that consists of several code points, such as an emoji. The width
/// of such a character is therefore the sum of the widths of its code points. No terminal shows the character in more
/// columns than this sum. So if a text is cut to a width, it fits into this width on every terminal.
extension String {
    var columns: Int { reduce(0) { $0 + $1.columns } }

    /// The text, cut to at most `most` columns. If the text is cut, the result ends with `…`.
    func cut(toColumns most: Int) -> String {
        guard columns > most else { return self }
        return most > 0 ? "\(beginning(ofColumns: most - 1))…" : ""
    }

    private func beginning(ofColumns most: Int) -> Substring {
        var width = 0
        return prefix { character in
            width += character.columns
            return width <= most
        }
    }

    /// The text, cut or filled with spaces to exactly `width` columns.
    func fitted(toColumns width: Int) -> String {
        let text = cut(toColumns: width)
        return text + String(repeating: " ", count: max(0, width - text.columns))
    }

    /// The text, broken into at most `most` lines of at most `width` columns, between words where possible. If the text
    /// does not fit into these lines, the last line is cut.
    func wrapped(toColumns width: Int, lines most: Int) -> [String] {
        guard most > 1, columns > width else { return [cut(toColumns: width)] }
        var line = ""
        for word in split(separator: " ", omittingEmptySubsequences: false) {
            let longer = line.isEmpty ? String(word) : "\(line) \(word)"
            guard longer.columns <= width else { break }
            line = longer
        }
        // If the first word does not fit into a line, the word is broken.
        if line.isEmpty { line = String(beginning(ofColumns: width)) }
        guard !line.isEmpty else { return [cut(toColumns: width)] }
        let rest = String(dropFirst(line.count).drop { $0 == " " })
        return rest.isEmpty ? [line] : [line] + rest.wrapped(toColumns: width, lines: most - 1)
    }
}

extension Character {
    var columns: Int {
        if let value = asciiValue { return value < 0x20 || value == 0x7F ? 0 : 1 }
        let width = unicodeScalars.reduce(0) { $0 + $1.columns }
        // U+FE0F requests the emoji presentation, which is two columns wide.
        return unicodeScalars.contains("\u{FE0F}") ? max(2, width) : width
    }
}

extension Unicode.Scalar {
    /// The width according to the C library.
    fileprivate var columns: Int {
        guard hasWidths else { return value < 0x1100 ? 1 : 2 }
        return max(0, Int(wcwidth(wchar_t(value))))
    }
}

/// Whether a UTF-8 locale could be set. The C library knows the widths of all characters only in such a locale.
private let hasWidths = setlocale(LC_CTYPE, "C.UTF-8") != nil

/// Draws words in letters that are five rows high, so that people can read them from three metres away.
enum BigWord {
    static let height = 5

    /// The word as five rows of blocks; nil if a letter has no drawing. Only the letters of a gate's verdicts, such as
    /// ADMIT, have drawings. Accents are omitted.
    static func rows(_ word: String) -> [String]? {
        var rows = [String](repeating: "", count: height)
        for letter in word.folding(options: .diacriticInsensitive, locale: nil) {
            guard let drawing = letters[letter] else { return nil }
            for (row, part) in drawing.enumerated() {
                rows[row] += (rows[row].isEmpty ? "" : "  ") + part
            }
        }
        return rows
    }

    private static let letters: [Character: [String]] = [
        " ": ["   ", "   ", "   ", "   ", "   "],
        "A": [" ███ ", "█   █", "█████", "█   █", "█   █"],
        "B": ["████ ", "█   █", "████ ", "█   █", "████ "],
        "C": [" ████", "█    ", "█    ", "█    ", " ████"],
        "D": ["████ ", "█   █", "█   █", "█   █", "████ "],
        "E": ["█████", "█    ", "████ ", "█    ", "█████"],
        "F": ["█████", "█    ", "████ ", "█    ", "█    "],
        "H": ["█   █", "█   █", "█████", "█   █", "█   █"],
        "I": ["███", " █ ", " █ ", " █ ", "███"],
        "J": ["    █", "    █", "    █", "█   █", " ███ "],
        "K": ["█   █", "█  █ ", "███  ", "█  █ ", "█   █"],
        "L": ["█    ", "█    ", "█    ", "█    ", "█████"],
        "M": ["█   █", "██ ██", "█ █ █", "█   █", "█   █"],
        "N": ["█   █", "██  █", "█ █ █", "█  ██", "█   █"],
        "O": [" ███ ", "█   █", "█   █", "█   █", " ███ "],
        "P": ["████ ", "█   █", "████ ", "█    ", "█    "],
        "R": ["████ ", "█   █", "████ ", "█  █ ", "█   █"],
        "S": [" ████", "█    ", " ███ ", "    █", "████ "],
        "T": ["█████", "  █  ", "  █  ", "  █  ", "  █  "],
        "U": ["█   █", "█   █", "█   █", "█   █", " ███ "],
        "V": ["█   █", "█   █", "█   █", " █ █ ", "  █  "],
        "W": ["█   █", "█   █", "█ █ █", "██ ██", "█   █"],
        "X": ["█   █", " █ █ ", "  █  ", " █ █ ", "█   █"],
    ]
}
