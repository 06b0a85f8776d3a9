/// Words in letters five rows high, readable from three metres.
enum BigWord {
    static let height = 5

    /// The word as five rows of blocks; nil if a letter is missing. There are only the letters of verdicts.
    static func rows(_ word: String) -> [String]? {
        var rows = [String](repeating: "", count: height)
        for letter in word {
            guard let drawing = letters[letter] else { return nil }
            for (row, part) in drawing.enumerated() {
                rows[row] += (rows[row].isEmpty ? "" : "  ") + part
            }
        }
        return rows
    }

    private static let letters: [Character: [String]] = [
        "A": [" ███ ", "█   █", "█████", "█   █", "█   █"],
        "C": [" ████", "█    ", "█    ", "█    ", " ████"],
        "D": ["████ ", "█   █", "█   █", "█   █", "████ "],
        "E": ["█████", "█    ", "████ ", "█    ", "█████"],
        "F": ["█████", "█    ", "████ ", "█    ", "█    "],
        "I": ["███", " █ ", " █ ", " █ ", "███"],
        "M": ["█   █", "██ ██", "█ █ █", "█   █", "█   █"],
        "N": ["█   █", "██  █", "█ █ █", "█  ██", "█   █"],
        "O": [" ███ ", "█   █", "█   █", "█   █", " ███ "],
        "P": ["████ ", "█   █", "████ ", "█    ", "█    "],
        "R": ["████ ", "█   █", "████ ", "█  █ ", "█   █"],
        "S": [" ████", "█    ", " ███ ", "    █", "████ "],
        "T": ["█████", "  █  ", "  █  ", "  █  ", "  █  "],
        "U": ["█   █", "█   █", "█   █", "█   █", " ███ "],
        "V": ["█   █", "█   █", "█   █", " █ █ ", "  █  "],
        "X": ["█   █", " █ █ ", "  █  ", " █ █ ", "█   █"],
    ]
}
