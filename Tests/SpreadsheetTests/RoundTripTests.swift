import EventFixture
import Spreadsheet
import Testing

@Suite("Written tables can be read")
struct RoundTripTests {
    private static let blocks: [ClosedRange<UInt32>] = [
        0x20...0x7E, 0xA0...0x17F, 0x370...0x52F, 0x590...0x6FF, 0x900...0xDFF, 0xE00...0xEFF, 0x1200...0x137F,
        0x3040...0x30FF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0x1F300...0x1FAFF, 0x20000...0x2A6DF, 0x300...0x36F,
        0x200B...0x202E, 0xFFF0...0xFFFF, 0x01...0x1F, 0x10FFF0...0x10FFFF,
    ]

    private func text(_ random: inout SeededGenerator, control: Bool) -> String {
        let pieces = ["_x0041_", "_x", "\"", ",", ";", "\n", "\r\n", " ", "'", "=", "&amp;", "<v>", "]]>", "\t", "_"]
        var text = ""
        for _ in 0..<Int.random(in: 0...12, using: &random) {
            if Int.random(in: 0..<4, using: &random) == 0 {
                text += pieces.randomElement(using: &random) ?? ""
                continue
            }
            guard let block = RoundTripTests.blocks.randomElement(using: &random),
                let scalar = UnicodeScalar(UInt32.random(in: block, using: &random)),
                control || scalar.value > 0x1F
            else { continue }
            text.unicodeScalars.append(scalar)
        }
        return text
    }

    /// The text of a CSV field after `text` was written to the field and read again. The writer puts an apostrophe
    /// before a formula at the beginning of the field. The writer does the same to a formula after a semicolon, tab or
    /// line break, because other programs may begin a new cell after these characters.
    private func inCSV(_ text: String) -> String {
        let ends = ";\t\r\n".unicodeScalars
        let scalars = Array(text.unicodeScalars)
        var expected = String.UnicodeScalarView()
        for (index, scalar) in scalars.enumerated() {
            if index == 0, isFormula(scalars[...]) { expected.append("'") }
            expected.append(scalar)
            guard ends.contains(scalar) else { continue }
            let cell = scalars[(index + 1)...].prefix { !ends.contains($0) }.drop { $0 == "\"" }
            if isFormula(cell) { expected.append("'") }
        }
        return String(expected)
    }

    private func isFormula(_ cell: ArraySlice<UnicodeScalar>) -> Bool {
        guard let first = cell.first, "=+-@\t\r".unicodeScalars.contains(first) else { return false }
        return String(String.UnicodeScalarView(cell)).wholeMatch(of: /[+-][0-9]+(\.[0-9]+)?/) == nil
    }

    private func trimmed(_ rows: [[String]]) -> [[String]] {
        rows.map { row in Array(row.prefix((row.lastIndex { !$0.isEmpty } ?? -1) + 1)) }.filter { !$0.isEmpty }
    }

    @Test("Tables in many writing systems are read back unchanged; only CSV adds apostrophes before formulas")
    func everyScript() throws {
        var random = SeededGenerator(for: "tables")
        let folder = try TemporaryFolder()
        for round in 0..<60 {
            let width = Int.random(in: 1...8, using: &random)
            let columns = (0..<width).map { WorksheetColumn("Column \($0)", .text) }
            let sheet = Worksheet(name: "Round \(round)", columns: columns)
            let rows = (0..<Int.random(in: 0...20, using: &random)).map { _ in
                (0..<width).map { _ in text(&random, control: true) }
            }
            func write(_ append: ([WorksheetCell]) throws -> Void) throws {
                for row in rows { try append(row.map { .text($0) }) }
            }
            let table = [columns.map(\.heading)] + rows
            try XLSXWriter.write(sheet, to: folder("t.xlsx"), existing: .replace, rows: write)
            let xlsx = try allRows(folder("t.xlsx"))
            #expect(xlsx.map(\.fields) == trimmed(table))
            try CSVWriter.write(sheet, to: folder("t.csv"), existing: .replace, rows: write)
            let csv = try allRows(folder("t.csv"))
            #expect(csv.map(\.fields) == trimmed(table.map { $0.map(inCSV) }))
        }
    }

    @Test(
        "A text that consists of unusual characters is read back unchanged from a workbook",
        arguments: ["\u{0}", "\u{FFFE}", "_x005F_", "\u{B}\r", "\u{85}\u{2028}"])
    func odd(text: String) throws {
        let folder = try TemporaryFolder()
        let sheet = Worksheet(name: "Odd", columns: [WorksheetColumn("Text", .text)])
        try XLSXWriter.write(sheet, to: folder("t.xlsx"), existing: .replace) { try $0([.text(text)]) }
        #expect(try allRows(folder("t.xlsx")).last?.fields == [text])
    }
}
