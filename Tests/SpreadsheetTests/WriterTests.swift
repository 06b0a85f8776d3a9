import EventFixture
import FileAccess
import Foundation
import Spreadsheet
import Testing

@Suite("Tables that the program writes")
struct WriterTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func csv(_ sheet: Worksheet, _ rows: [[WorksheetCell]], mark: CSVWriter.ByteOrderMark = .none) throws
        -> String
    {
        var bytes: [UInt8] = []
        try CSVWriter.write(sheet, byteOrderMark: mark, into: { bytes += $0 }) { append in
            for row in rows { try append(row) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func xlsx(_ sheet: Worksheet, _ rows: [[WorksheetCell]]) throws -> String {
        let path = folder("table.xlsx")
        try XLSXWriter.write(sheet, to: path, existing: .replace) { append in
            for row in rows { try append(row) }
        }
        return path
    }

    private static let one = Worksheet(name: "One", columns: [WorksheetColumn("Name", .text)])
    private static let all = Worksheet(
        name: "Sales",
        columns: [
            WorksheetColumn("Type", .text), WorksheetColumn("Sold", .integer), WorksheetColumn("Revenue", .decimal),
            WorksheetColumn("When", .date), WorksheetColumn("Day", .date, width: 12),
        ])
    private static let moment = WorksheetDate(secondsSince1970: 1_798_124_400, offset: 3 * 3600)
    private static let row: [WorksheetCell] = [
        .text("Regular"), .integer(-100), .decimal(units: -1250, places: 2), .date(moment),
        .date(WorksheetDate(secondsSince1970: 1_798_124_400, offset: 3 * 3600, precision: .day)),
    ]

    @Test("CSV has CRLF line ends, quotes only where they are needed, and a byte order mark on request")
    func csvForm() throws {
        #expect(
            try csv(WriterTests.all, [WriterTests.row])
                == "Type,Sold,Revenue,When,Day\r\nRegular,-100,-12.50,2026-12-24T18:00,2026-12-24\r\n")
        #expect(
            try csv(WriterTests.one, [[.text("a \"b\", c")], [.empty], [.text(" x")]], mark: .utf8)
                == "\u{FEFF}Name\r\n\"a \"\"b\"\", c\"\r\n\"\"\r\n\" x\"\r\n")
    }

    @Test(
        "In CSV, text that looks like a formula gets an apostrophe; a plain number does not",
        arguments: [
            ("=1+1", "'=1+1"), ("+cmd|'/C calc'!A0", "'+cmd|'/C calc'!A0"), ("-2+3", "'-2+3"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("\t=1", "\"'\t'=1\""), ("\r=1", "\"'\r'=1\""), ("-5", "-5"), ("+256700123456", "+256700123456"),
            ("-5.25", "-5.25"), ("-5.", "'-5."), ("-", "'-"), ("-1.2.3", "'-1.2.3"), ("-٣", "'-٣"), ("a=1", "a=1"),
            ("=1,\"2\"", "\"'=1,\"\"2\"\"\""), ("x;=1;y", "\"x;'=1;y\""), ("x;-5;+6", "\"x;-5;+6\""),
            ("x\n@A\r\n-B", "\"x\n'@A\r\n'-B\""), ("x;\"\"=1", "\"x;'\"\"\"\"=1\""), ("a\t+b", "\"a\t'+b\""),
            ("x;\u{301}=1", "\"x;\u{301}=1\""), ("x\u{600};=1\u{301}", "\"x\u{600};'=1\u{301}\""),
        ])
    func neutralised(text: String, written: String) throws {
        #expect(try csv(WriterTests.one, [[.text(text)]]) == "Name\r\n\(written)\r\n")
    }

    @Test("A workbook’s cells have types, its headings are bold and frozen, and no cell is a formula or a link")
    func workbook() throws {
        let path = try xlsx(
            WriterTests.all,
            [
                WriterTests.row,
                [.text("=HYPERLINK(\"http://x\")"), .integer(.max), .decimal(units: .min, places: 2), .empty, .empty],
                [.text("http://example.org"), .integer(0), .decimal(units: 50000, places: 0), .empty, .empty],
            ])
        let rows = try allRows(path)
        #expect(rows[1].fields == ["Regular", "-100", "-12.5", "2026-12-24T18:00", "2026-12-24"])
        #expect(rows[2].fields == ["=HYPERLINK(\"http://x\")", "9223372036854775807", "-92233720368547758.08"])
        #expect(rows[3].fields == ["http://example.org", "0", "50000"])
        let sheet = try unpacked("xl/worksheets/sheet1.xml", of: path)
        #expect(sheet.contains("state=\"frozen\""))
        #expect(!sheet.contains("<f>") && !sheet.contains("hyperlink"))
        #expect(sheet.contains("<v>-100</v>"))
        let styles = try unpacked("xl/styles.xml", of: path)
        #expect(styles.contains("<b/>") && styles.contains("yyyy-mm-dd") && styles.contains("#,##0.00"))
    }

    @Test("Writing the same rows twice gives two workbooks with the same bytes")
    func deterministic() throws {
        let first = try Data(contentsOf: URL(filePath: xlsx(WriterTests.all, [WriterTests.row])))
        #expect(try Data(contentsOf: URL(filePath: xlsx(WriterTests.all, [WriterTests.row]))) == first)
    }

    @Test("Dates before 1 March 1900 are written as text, so that no program shifts them")
    func oldDates() throws {
        let dates = [-2_206_310_401, -2_203_891_200].map { WorksheetDate(secondsSince1970: $0, offset: 0) }
        let rows = try allRows(try xlsx(WriterTests.one, dates.map { [.date($0)] }))
        #expect(rows.dropFirst().map(\.fields) == [["1900-01-31T23:59:59"], ["1900-03-01"]])
    }

    @Test("Writing an invalid table is refused, and leaves no file")
    func refused() throws {
        struct Stopped: Error {}
        let long = String(repeating: "n", count: 32_768)
        #expect(throws: WorksheetWriterError.textTooLong(row: 2, column: 1, characters: 32_768, limit: 32_767)) {
            try xlsx(WriterTests.one, [[.text(long)]])
        }
        #expect(throws: WorksheetWriterError.wrongWidth(row: 2, cells: 2, columns: 1)) {
            try xlsx(WriterTests.one, [[.empty, .empty]])
        }
        #expect(throws: WorksheetWriterError.wrongWidth(row: 2, cells: 0, columns: 1)) {
            try csv(WriterTests.one, [[]])
        }
        for name in ["", "a/b", "[x]", "'x", String(repeating: "n", count: 32)] {
            #expect(throws: WorksheetWriterError.badName(name)) { try xlsx(Worksheet(name: name, columns: []), []) }
        }
        #expect(throws: Stopped.self) {
            try XLSXWriter.write(WriterTests.one, to: folder("x.xlsx"), existing: .refuse) { append in
                try append([.text("a")])
                throw Stopped()
            }
        }
        #expect(throws: Stopped.self) {
            try CSVWriter.write(WriterTests.one, to: folder("x.csv"), existing: .refuse) { _ in throw Stopped() }
        }
        #expect(try folder.names(in: ".").isEmpty)
    }

    @Test("Writing a table replaces an existing file only if the caller allows it")
    func existing() throws {
        try folder.write("mine", to: "table.csv")
        #expect(throws: SystemError.self) {
            try CSVWriter.write(WriterTests.one, to: folder("table.csv"), existing: .refuse) { _ in }
        }
        #expect(try folder.read("table.csv") == Array("mine".utf8))
        try CSVWriter.write(WriterTests.one, to: folder("table.csv"), existing: .replace) { _ in }
        #expect(try folder.read("table.csv") == Array("Name\r\n".utf8))
        #expect(try folder.names(in: ".") == ["table.csv"])
    }
}
