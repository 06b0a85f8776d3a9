import EventFixture
import Foundation
import Spreadsheet
import Testing

@Suite("CSV files from other programs")
struct CSVTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func file(_ bytes: [UInt8]) throws -> String {
        try folder.write(bytes, to: "list.csv")
        return folder("list.csv")
    }

    private func rows(_ text: String) throws -> [WorksheetReader.Row] { try allRows(try file(Array(text.utf8))) }

    @Test(
        "Lines may end in LF, CRLF or CR; rows get the line numbers that a text editor shows",
        arguments: ["\n", "\r\n", "\r"])
    func lineEnds(end: String) throws {
        let text = ["a;b", "", "1;\"two\(end)lines\"", ";;", "3;4"].joined(separator: end)
        let rows = try rows(text)
        #expect(rows.map(\.line) == [1, 3, 6])
        #expect(rows.map(\.fields) == [["a", "b"], ["1", "two\(end)lines"], ["3", "4"]])
    }

    @Test("A CRLF that is split between two blocks of the file is one line break")
    func border() throws {
        for filler in (65536 - 12)...65536 {
            let text = "\(String(repeating: "x", count: filler))\r\n\"a\r\nb\"\r\nc\r\n"
            let rows = try rows(text)
            #expect(rows.map(\.line) == [1, 2, 4], "\(filler)")
            #expect(rows.dropFirst().map(\.fields) == [["a\r\nb"], ["c"]], "\(filler)")
        }
    }

    @Test("A long UTF-16 file with a byte order mark gives the same rows as UTF-8, in either byte order")
    func utf16() throws {
        let lines = (0..<9000).map { "Žofie 👩‍👩‍👧 \($0)\t日本\t\($0)" }
        let text = lines.joined(separator: "\r\n")
        let expected = try rows(text)
        #expect(expected.count == 9000)
        #expect(expected.first?.fields == ["Žofie 👩‍👩‍👧 0", "日本", "0"])
        for encoding in [String.Encoding.utf16LittleEndian, .utf16BigEndian] {
            let bytes = try [UInt8](#require("\u{FEFF}\(text)".data(using: encoding)))
            #expect(try allRows(try file(bytes)) == expected)
            #expect(throws: WorksheetError(line: 9000, .notUTF16)) { try allRows(try file(bytes.dropLast())) }
        }
    }

    @Test("UTF-16 is refused as invalid if it has a lone surrogate, and as “not text” if it has no byte order mark")
    func badUTF16() throws {
        let lone = WorksheetError(line: nil, .notUTF16)
        #expect(throws: lone) { try allRows(try file([0xFF, 0xFE, 0x41, 0, 0, 0xDC, 0x41, 0])) }
        #expect("\(lone)".contains("CSV UTF-8"))
        let unmarked = try [UInt8](#require("holder\nAnn\n".data(using: .utf16LittleEndian)))
        #expect(throws: WorksheetError(.notText)) { try allRows(try file(unmarked)) }
        #expect(throws: WorksheetError(.notText)) { try allRows(try file([0x89, 0x50, 0x4E, 0x47, 0, 0])) }
    }

    @Test("A row that is not UTF-8 is reported with line and column, and the row after it is read")
    func notUTF8() throws {
        let bytes = Array("a,b\n1,".utf8) + [0xE9] + Array("\n2,é\n".utf8)
        let (rows, faults) = try rowsAndFaults(try file(bytes))
        #expect(rows.map(\.line) == [1, 3])
        #expect(faults == [WorksheetError(line: 2, column: 2, .notUTF8)])
        #expect("\(faults)".contains("line 2, column B: the text is not UTF-8"))
    }

    @Test("Misplaced quotes, unclosed quotes and rows that are too long are reported with line and column")
    func quotes() throws {
        #expect(throws: WorksheetError(line: 2, column: 2, .strayQuote)) { try rows("a,b\n1,x\"y\n") }
        #expect(throws: WorksheetError(line: 2, column: 2, .unclosedQuote)) { try rows("a,b\n1,\"y\n2,z\n") }
        let endless = "a\n\"" + String(repeating: "Grace\n", count: 300_000)
        #expect(throws: WorksheetError(line: 2, column: 1, .unclosedQuote)) { try rows(endless) }
        let long = "a\n" + String(repeating: "x", count: 1 << 20) + "y\n"
        #expect(throws: WorksheetError(line: 2, column: 1, .rowTooLong(limit: 1 << 20))) { try rows(long) }
    }

    @Test("The first line with text determines the separator; separators within a quoted heading are ignored")
    func separators() throws {
        #expect(
            try rows("\n\n\"Name, first, last\";b\n1,5;2\n").map(\.fields) == [
                ["Name, first, last", "b"], ["1,5", "2"],
            ])
        #expect(try rows("a\tb\n1;2\t3,4\n").last?.fields == ["1;2", "3,4"])
        #expect(try rows("one column\nx;y\n").map(\.fields) == [["one column"], ["x;y"]])
    }

    @Test("A row may have 16,384 columns; a value in a later column is reported as a fault")
    func columns() throws {
        let widest = Array(repeating: "x", count: 16384).joined(separator: ",")
        let (rows, faults) = try rowsAndFaults(try file(Array("\(widest)\n\(widest),y\n\(widest),,,\nz\n".utf8)))
        #expect(rows.map(\.fields.count) == [16384, 16384, 1])
        #expect(faults == [WorksheetError(line: 2, column: 16385, .tooManyColumns(limit: 16384))])
    }

    @Test("A file may have a million rows below its first row; the next row is refused")
    func manyRows() throws {
        let reader = try WorksheetReader(path: try file(Array(String(repeating: "x\n", count: 1_000_002).utf8)))
        for _ in 0..<1_000_001 { try #require(try reader.next() != nil) }
        #expect(throws: WorksheetError(line: 1_000_002, .tooManyRows(limit: 1_000_000))) { try reader.next() }
        #expect(try reader.next() == nil)
    }

    @Test("A request for a sheet by name is an error for a CSV file; an empty file has no rows; a folder is refused")
    func others() throws {
        #expect(throws: WorksheetError(.noSuchSheet("Guests", found: []))) {
            try allRows(try file([0x61]), sheet: .named("Guests"))
        }
        #expect(try rows("").isEmpty)
        #expect(try rows("\u{FEFF}\r\n,,,\r\n").isEmpty)
        #expect(throws: (any Error).self) { try allRows(folder.path) }
    }

    @Test("A file of more than 256 MiB is refused before it is read")
    func tooLarge() throws {
        try folder.write([0x61], to: "huge.csv")
        let handle = try #require(FileHandle(forWritingAtPath: folder("huge.csv")))
        try handle.truncate(atOffset: 256 << 20 + 1)
        #expect(throws: WorksheetError(.fileTooLarge(limit: 256 << 20))) { try allRows(folder("huge.csv")) }
    }
}
