/// Words in letters of five rows, which are read from three metres.
enum BigWord {
    static let height = 5

    /// Five rows of blocks. Nil when a letter is not among them: there are those of the verdicts.
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
