import Foundation

/// A minimal terminal emulator. From the program’s output, it computes the text and colours that a person would see.
struct VirtualTerminal {
    private(set) var rows: Int
    private(set) var columns: Int
    private var cells: [[String]]
    private var colours: [[String]]
    private var row = 0
    private var column = 0
    private var shellCursor = (0, 0)
    private var colour = ""
    private var pending: [UInt8] = []
    private(set) var rings = 0
    /// Whether the alternate screen is shown.
    private(set) var isAlternate = false
    private(set) var hasCursor = true
    private(set) var wraps = true
    private(set) var acceptsPastes = false
    /// Received escape sequences and control characters that this emulator does not implement.
    private(set) var unknown: [String] = []

    init(columns: Int, rows: Int) {
        (self.columns, self.rows) = (columns, rows)
        cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
        colours = Array(repeating: Array(repeating: "", count: columns), count: rows)
    }

    var lines: [String] {
        cells.map { row in
            let text = row.joined()
            return String(text.prefix(text.count - text.reversed().prefix { $0 == " " }.count))
        }
    }

    var text: String { lines.joined(separator: "\n") }

    /// The colours of a character: the parameters of the escape sequence that set these colours, such as `42;30`. Empty
    /// if the character has the default colours.
    func colour(row: Int, column: Int) -> String { colours[row][column] }

    mutating func resize(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        clear()
        (row, column) = (0, 0)
    }

    private mutating func clear() {
        cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
        colours = Array(repeating: Array(repeating: "", count: columns), count: rows)
    }

    mutating func receive(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            pending.append(byte)
            if isComplete {
                let sequence = pending
                pending = []
                obey(sequence)
            }
        }
    }

    private var isComplete: Bool {
        guard let first = pending.first else { return false }
        switch first {
        case 0x1B:
            guard pending.count > 1 else { return false }
            guard pending[1] == 0x5B else { return true }
            return pending.count > 2 && (0x40...0x7E).contains(pending[pending.count - 1])
        case 0xC0...0xDF: return pending.count == 2
        case 0xE0...0xEF: return pending.count == 3
        case 0xF0...0xF7: return pending.count == 4
        default: return true
        }
    }

    private mutating func obey(_ bytes: [UInt8]) {
        if bytes[0] == 0x1B { return obey(sequence: String(decoding: bytes.dropFirst(), as: UTF8.self)) }
        switch bytes[0] {
        case 0x07: rings += 1
        case 0x0D: column = 0
        case 0x0A:
            if row < rows - 1 {
                row += 1
            } else {
                cells.removeFirst()
                cells.append(Array(repeating: " ", count: columns))
            }
        case 0x08: column = max(0, column - 1)
        case 0x00..<0x20: unknown.append("\(bytes)")
        default: print(String(decoding: bytes, as: UTF8.self))
        }
    }

    private mutating func print(_ text: String) {
        let width = VirtualTerminal.width(text)
        guard width > 0 else { return }
        if column + width > columns {
            guard wraps else { return }
            column = 0
            row = min(rows - 1, row + 1)
        }
        cells[row][column] = text
        colours[row][column] = colour
        if width == 2 { cells[row][column + 1] = "" }
        column += width
        // Without line wrapping, the cursor stays on the last character.
        if !wraps { column = min(column, columns - 1) }
    }

    /// The number of columns of a character, precise enough for the texts of the tests. Combining marks and joiners
    /// have no width; CJK characters and emoji have two columns.
    private static func width(_ text: String) -> Int {
        guard let scalar = text.unicodeScalars.first else { return 0 }
        switch scalar.value {
        case 0x200C, 0x200D, 0x0300...0x036F, 0xFE00...0xFE0F: return 0
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xFF01...0xFF60, 0x1F300...0x1FAFF: return 2
        default: return 1
        }
    }

    private mutating func obey(sequence: String) {
        let numbers = sequence.dropFirst().dropLast().split(separator: ";").map { Int($0) ?? 0 }
        switch sequence {
        case "[2J": clear()
        case "[?1049h", "[?1049l":
            isAlternate = sequence.hasSuffix("h")
            let here = (row, column)
            if !isAlternate { (row, column) = shellCursor }
            shellCursor = here
            clear()
        case "[?25h": hasCursor = true
        case "[?25l": hasCursor = false
        case "[?7h": wraps = true
        case "[?7l": wraps = false
        case "[?2004h": acceptsPastes = true
        case "[?2004l": acceptsPastes = false
        case "[K":
            for index in min(column, columns - 1)..<columns where column < columns {
                cells[row][index] = " "
                colours[row][index] = colour
            }
        case _ where sequence.hasSuffix("H") && numbers.count == 2:
            row = min(rows, max(1, numbers[0])) - 1
            column = min(columns, max(1, numbers[1])) - 1
        case _ where sequence.hasSuffix("m") && sequence.hasPrefix("["):
            colour = String(sequence.dropFirst().dropLast())
            if colour == "0" { colour = "" }
        default: unknown.append(sequence)
        }
    }
}
