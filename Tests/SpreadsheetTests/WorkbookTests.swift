import Foundation
import Spreadsheet
import Testing

@Suite("Workbooks from other programs")
struct WorkbookTests {
    let workbooks: Workbooks

    init() throws { workbooks = try Workbooks() }

    @Test("In a workbook from openpyxl, empty rows are skipped, and a hidden sheet is read only if requested by name")
    func openpyxl() throws {
        let path = try #require(Bundle.module.path(forResource: "Samples/openpyxl", ofType: "xlsx"))
        let (rows, faults) = try rowsAndFaults(path)
        #expect(rows.map(\.line) == [1, 4, 6, 9])
        #expect(rows[0].fields == ["Holder", "Phone", "Born", "Arrives", "Admits", "VIP", "Note", "Total"])
        #expect(
            rows[1].fields == [
                "Žofie 日本 👩‍👩‍👧", "+256 700", "2000-02-29", "2026-12-24T18:00:30", "0.1", "FALSE", "two\nlines",
            ])
        #expect(rows[2].fields == ["Bo Great Jr", "", "", "", "1", "", "merged"])
        #expect(rows[3].fields == ["last"])
        #expect(
            faults == [
                WorksheetError(line: 2, column: 8, .formulaWithoutValue),
                WorksheetError(line: 8, column: 5, .errorValue("#N/A")),
            ])
        #expect(try allRows(path, sheet: .named("seats")).map(\.fields) == [["Seat", "A1"]])
        #expect(try allRows(path, sheet: .named("Old list")).map(\.fields) == [["secret"]])
        #expect(throws: WorksheetError(.noSuchSheet("Tables", found: ["Old list", "Guests", "Seats"]))) {
            try allRows(path, sheet: .named("Tables"))
        }
    }

    @Test("A formula is read as the value saved with it; a formula without a saved value is a fault")
    func formulas() throws {
        #expect(
            try workbooks.fields(
                """
                <c r="A1"><f>1+1</f><v>2</v></c><c r="B1" t="str"><f>A1&amp;"x"</f><v>2x</v></c>\
                <c r="C1" t="b"><f>TRUE()</f><v>1</v></c><c r="D1" t="str"><f>""</f><v></v></c>\
                <c r="E1"><f t="shared" si="0"/><v>7</v></c>
                """) == ["2", "2x", "TRUE", "", "7"])
        for cell in ["<f>NOW()</f>", "<f>NOW()</f><v/>", "<f>NOW()</f><v></v>"] {
            #expect(throws: WorksheetError(line: 1, column: 2, .formulaWithoutValue)) {
                try workbooks.fields("<c r=\"B1\">\(cell)</c>")
            }
        }
    }

    private static let styles = """
        <numFmts><numFmt numFmtId="164" formatCode="[$-409]d&quot; of &quot;mmmm\\ yyyy;@"/>\
        <numFmt numFmtId="165" formatCode="&quot;days&quot; 0.00_);[Red]\\d0"/>\
        <numFmt numFmtId="166" formatCode="[h]:mm"/></numFmts>\
        <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>\
        <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/><xf numFmtId="164"/><xf numFmtId="165"/>\
        <xf numFmtId="166"/><xf/></cellXfs>
        """

    @Test(
        "A number with a date style is a date counted from 1900 or 1904; Excel's false 29 February 1900 shifts no date",
        arguments: [
            ("46380", 1, "2026-12-24", "2030-12-25"), ("46380.75", 2, "2026-12-24T18:00", "2030-12-25T18:00"),
            ("46380.750347222223", 3, "2026-12-24T18:00:30", "2030-12-25T18:00:30"),
            ("46380.999999", 2, "2026-12-25", "2030-12-26"), ("1", 1, "1900-01-01", "1904-01-02"),
            ("59", 1, "1900-02-28", "1904-02-29"), ("61", 1, "1900-03-01", "1904-03-02"),
            ("0.75", 1, "18:00", "18:00"), ("2957003", 1, "9995-12-30", "9999-12-31"),
            ("46380", 0, "46380", "46380"), ("46380", 4, "46380", "46380"), ("1.5", 5, "1.5", "1.5"),
            ("46380", 6, "46380", "46380"), ("46380", 99, "46380", "46380"),
        ])
    func dates(number: String, style: Int, in1900: String, in1904: String) throws {
        let row = "<row r=\"1\"><c r=\"A1\" s=\"\(style)\"><v>\(number)</v></c></row>"
        var parts = Workbooks.parts(row, styles: WorkbookTests.styles)
        #expect(try workbooks.rows(parts).map(\.fields) == [[in1900]])
        parts["xl/workbook.xml"] = Array(Workbooks.workbook("date1904=\"1\"").utf8)
        #expect(try workbooks.rows(parts).map(\.fields) == [[in1904]])
    }

    @Test(
        "In a cell with a date style, a number that is not a date is a fault",
        arguments: ["60", "-1", "2958466", "1E300"])
    func notADate(number: String) throws {
        let expected = number == "1E300" ? "1" + String(repeating: "0", count: 300) : number
        #expect(throws: WorksheetError(line: 1, column: 1, .notADate(expected))) {
            try workbooks.fields("<c r=\"A1\" s=\"1\"><v>\(number)</v></c>", styles: WorkbookTests.styles)
        }
    }

    @Test(
        "A number is read as its shortest decimal form, without an exponent",
        arguments: [
            ("256700123456", "256700123456"), ("2.56700123456E11", "256700123456"), ("1E-3", "0.001"),
            ("0.1", "0.1"), ("0.30000000000000004", "0.30000000000000004"), ("-5", "-5"), ("-0", "0"), ("1.50", "1.5"),
            ("12345678901234567890", "12345678901234567890"), ("1.7976931348623157E+308", nil), ("007", "7"),
            ("5e-324", nil), ("123456.789e3", "123456789"), ("100", "100"), ("0", "0"), ("-1.25E2", "-125"),
        ])
    func numbers(stored: String, expected: String?) throws {
        let text = try #require(try workbooks.fields("<c r=\"A1\"><v>\(stored)</v></c>").first)
        if let expected { #expect(text == expected) }
        #expect(!text.contains("e") && !text.contains("E"))
        #expect(Double(text) == Double(stored))
    }

    @Test(
        "A malformed number in a number cell is a fault",
        arguments: ["x", "nan", "inf", "0x10", "1 2", "1,5", "--1"])
    func notNumbers(text: String) throws {
        #expect(throws: WorksheetError(line: 1, column: 1, .notANumber(text))) {
            try workbooks.fields("<c r=\"A1\"><v>\(text)</v></c>")
        }
    }

    @Test("Booleans, shared and inline texts, rich text and escapes are read; phonetic runs are left out")
    func texts() throws {
        let strings = """
            <si><t>plain</t></si><si><r><rPr><b/></rPr><t>Bo </t></r><r><t xml:space="preserve">Great </t></r>\
            <rPh sb="0" eb="1"><t>PHONETIC</t></rPh><phoneticPr fontId="1"/></si><si/>\
            <si><t>a_x000D_b_x005F_x0041_ _xD83D__xDE00_ _x12_ _</t></si>
            """
        #expect(
            try workbooks.fields(
                """
                <c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c>\
                <c r="D1" t="s"><v>3</v></c><c r="E1" t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r>\
                <rPh><t>NO</t></rPh></is></c><c r="F1" t="b"><v>0</v></c><c r="G1" t="d"><v>2026-12-24</v></c>
                """, strings: strings)
                == ["plain", "Bo Great ", "", "a\rb_x0041_ 😀 _x12_ _", "inline", "FALSE", "2026-12-24"])
        for index in ["4", "-1", "x", "99999999999999999999"] {
            #expect(throws: WorksheetError(line: 1, column: 1, .missingText(index))) {
                try workbooks.fields("<c r=\"A1\" t=\"s\"><v>\(index)</v></c>", strings: strings)
            }
        }
    }

    @Test("Each of ten thousand shared texts is found by its number")
    func manyStrings() throws {
        let strings = (0..<10_000).map { "<si><t>\($0.isMultiple(of: 7) ? "" : "text \($0)")</t></si>" }.joined()
        let cells = (0..<10_000).map { "<row r=\"\($0 + 1)\"><c t=\"s\"><v>\($0)</v></c></row>" }.joined()
        for row in try workbooks.rows(of: cells, strings: strings) {
            #expect(row.fields == ["text \(row.line - 1)"])
        }
    }

    @Test("The value of a cell that spans several rows is repeated in each nonempty row; other cells stay unchanged")
    func mergedRows() throws {
        let workbooks = try Workbooks()
        func text(_ cell: String, _ text: String) -> String { "<c r=\"\(cell)\" t=\"str\"><v>\(text)</v></c>" }
        let rows = [
            text("A1", "Family") + text("B1", "Name") + text("C1", "Table"), text("A2", "Nakato") + text("B2", "Ann"),
            text("B3", "Bo"), "<c r=\"A4\"/>", text("B5", "Cy") + text("C5", "7"),
            text("A6", "Okello") + text("B6", "Di"),
            text("A7", "own") + text("B7", "Ed"), text("B8", "Fi"),
        ].enumerated().map { "<row r=\"\($0 + 1)\">\($1)</row>" }.joined()
        var parts = Workbooks.parts()
        let merged = ["A2:A5", "A6:A7", "C5:C8", "B1:C1", "nonsense", "D1:D1048576"].map {
            "<mergeCell ref=\"\($0)\"/>"
        }
        parts["xl/worksheets/sheet1.xml"] = Array(
            "<worksheet><sheetData>\(rows)</sheetData><mergeCells>\(merged.joined())</mergeCells></worksheet>".utf8)
        let reader = try WorksheetReader(path: workbooks.pack(parts))
        var found: [[String]] = []
        while let row = try reader.next() { found.append(row.fields) }
        #expect(
            found == [
                ["Family", "Name", "Table"], ["Nakato", "Ann"], ["Nakato", "Bo"], ["Nakato", "Cy", "7"],
                ["Okello", "Di", "7"], ["own", "Ed", "7"], ["", "Fi", "7"],
            ])
    }

    @Test(
        """
        The text of merged cells is in the first cell; a cell or row without a reference follows the previous cell or \
        row
        """)
    func references() throws {
        let rows = try workbooks.rows(
            of: """
                <row r="2"><c r="B2" t="str"><v>merged</v></c><c r="C2"/><c r="D2" s="1"/></row><row r="3"/>\
                <row r="4"><c r="A4" s="2"/></row><row><c><v>1</v></c><c r="C5"><v>2</v></c><c><v>3</v></c></row>
                """)
        #expect(rows.map(\.line) == [2, 5])
        #expect(rows.map(\.fields) == [["", "merged"], ["1", "", "2", "3"]])
    }

    @Test("Namespace prefixes and any letter case in part names are accepted; charts and hidden sheets are skipped")
    func dialects() throws {
        var parts = Workbooks.parts()
        parts["XL/Worksheets/Sheet1.xml"] = Array(
            "<x:worksheet xmlns:x=\"y\"><x:sheetData><x:row x:r=\"1\"><x:c r=\"A1\"><x:v>1</x:v></x:c></x:row></x:sheetData></x:worksheet>"
                .utf8)
        parts["xl/worksheets/sheet1.xml"] = nil
        parts["xl/workbook.xml"] = Array(
            Workbooks.workbook(
                sheets:
                    #"<sheet name="Chart" r:id="r3"/><sheet name="Hid" state="veryHidden" r:id="r2"/><sheet name="One" r:id="r1"/>"#
            ).utf8)
        #expect(try workbooks.rows(parts).map(\.fields) == [["1"]])
        parts["xl/workbook.xml"] = Array(
            Workbooks.workbook(sheets: #"<sheet name="Hid" state="hidden" r:id="r1"/>"#).utf8)
        #expect(throws: WorksheetError(.noVisibleSheet)) { try workbooks.rows(parts) }
        #expect(try workbooks.rows(parts, sheet: .named("HID")).count == 1)
    }
}
