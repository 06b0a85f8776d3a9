import EventFixture
import Foundation
@testable import Spreadsheet
import Testing

@Suite("Malicious workbooks", .slow)
struct HostileWorkbookTests {
    let workbooks: Workbooks

    init() throws { workbooks = try Workbooks() }

    /// The reason why a workbook is refused; nil if the workbook is read.
    private func reason(_ parts: [String: [UInt8]]) throws -> WorksheetError.Reason? {
        try reason(workbooks.pack(parts))
    }

    private func reason(_ path: String) throws -> WorksheetError.Reason? {
        do {
            _ = try allRows(path)
            return nil
        } catch let fault as WorksheetError {
            return fault.reason
        }
    }

    @Test("A DOCTYPE in any part and in any encoding is refused with the name of the part")
    func documentType() throws {
        let bomb = "<!DOCTYPE x [<!ENTITY a \"b\"><!ENTITY c SYSTEM \"/etc/passwd\">]>"
        let innocent = Workbooks.parts("<row r=\"1\"><c r=\"A1\"><v>1</v></c></row>")
        #expect(try reason(innocent) == nil)
        for part in innocent.keys {
            var parts = innocent
            let text =
                bomb
                + String(decoding: innocent[part] ?? [], as: UTF8.self)
                .replacing("<?xml version=\"1.0\"?>", with: "")
            for encoding in [String.Encoding.utf8, .utf16LittleEndian, .utf16BigEndian] {
                parts[part] = try [UInt8](#require("\u{FEFF}\(text)".data(using: encoding)))
                #expect(try reason(parts) == .documentType(part: part))
            }
            parts[part] = Array("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\(text)".utf8)
            #expect(try reason(parts) == .documentType(part: part))
        }
    }

    @Test("A workbook in UTF-16 without a DOCTYPE is read")
    func utf16() throws {
        var parts = Workbooks.parts()
        let sheet = Workbooks.sheet("<row><c t=\"inlineStr\"><is><t>Žofie</t></is></c></row>")
        parts["xl/worksheets/sheet1.xml"] = try [UInt8](#require("\u{FEFF}\(sheet)".data(using: .utf16LittleEndian)))
        #expect(try workbooks.rows(parts).map(\.fields) == [["Žofie"]])
    }

    @Test("A workbook is refused if any of its parts unpacks to a thousand times that part's packed size")
    func bomb() throws {
        for part in ["xl/worksheets/sheet1.xml", "xl/strings.xml", "xl/styles.xml", "_rels/.rels"] {
            var parts = Workbooks.parts()
            parts[part] = Array("<sst>".utf8) + Array(repeating: UInt8(ascii: " "), count: 8 << 20)
            #expect(try reason(parts) == .unpacksTooDense(ratio: 200), "\(part)")
        }
    }

    @Test("A workbook with an endless tag or comment, deep nesting or too many names is refused as damaged")
    func parserMemory() throws {
        var random = SeededGenerator(for: "parser memory")
        let letters = (0..<(5 << 18)).map { _ in UInt8.random(in: 97...122, using: &random) }
        let noise = String(decoding: letters, as: UTF8.self)
        let attacks = [
            "long tag": "<row r=\"\(noise)",
            "long comment": "<!-- \(noise)",
            "depth": String(repeating: "<a>", count: 100),
            "element names": (0..<5000).map { "<e\($0)/>" }.joined(),
            "attribute names": (0..<5000).map { "<e attribute\($0)=\"\"/>" }.joined(),
        ]
        for (name, rows) in attacks {
            let reason = try reason(Workbooks.parts(rows))
            guard case .damaged = reason else {
                Issue.record("\(name): \(String(describing: reason))")
                continue
            }
        }
    }

    @Test("A cell or row with too much text is refused; a shared text is counted each time it is used")
    func rowText() throws {
        var random = SeededGenerator(for: "row text")
        let text = String(decoding: (0..<20_000).map { _ in UInt8.random(in: 97...122, using: &random) }, as: UTF8.self)
        let cells = (0..<100).map { _ in "<c t=\"s\"><v>0</v></c>" }.joined()
        let parts = Workbooks.parts("<row>\(cells)</row>", strings: "<si><t>\(text)</t></si>")
        #expect(try reason(parts) == .rowTooLong(limit: 1 << 20))
        let long = (0..<60).map { _ in text }.joined()
        for cell in ["<c t=\"str\"><v>\(long)</v></c>", "<c t=\"inlineStr\"><is><t>\(long)</t></is></c>"] {
            #expect(try reason(Workbooks.parts("<row>\(cell)</row>")) == .rowTooLong(limit: 1 << 20))
        }
        #expect(
            try reason(Workbooks.parts("", strings: "<si><t>\(long)</t></si>")) == .rowTooLong(limit: 1 << 20))
    }

    @Test("A row with 16,384 columns is read; a cell in a later column is a fault")
    func columns() throws {
        let wide = "<c r=\"A1\"><v>1</v></c><c r=\"XFD1\"><v>2</v></c>"
        let fields = try workbooks.fields(wide)
        #expect(fields.count == 16384)
        #expect(fields.last == "2")
        let wider =
            "<row r=\"1\"><c r=\"XFE1\"/></row><row r=\"2\"><c r=\"ZZZZZZZZ2\"><v>1</v></c></row><row r=\"3\"><c><v>1</v></c></row>"
        let (rows, faults) = try rowsAndFaults(workbooks.pack(Workbooks.parts(wider)))
        #expect(rows.map(\.line) == [3])
        #expect(faults.map(\.line) == [1, 2])
        #expect(faults.allSatisfy { $0.reason == .tooManyColumns(limit: 16384) })
        #expect("\(faults[0])" == "line 1, column XFE: a row can have at most 16,384 columns")
    }

    @Test("Three thousand rows that reach the last column are never all in memory at once")
    func wideRows() throws {
        let rows = (1...3000).map { "<row r=\"\($0)\"><c r=\"XFD\($0)\"><v>\($0)</v></c></row>" }.joined()
        let reader = try WorksheetReader(path: workbooks.pack(Workbooks.parts(rows)))
        var count = 0
        // All rows together would take 750 MiB. The test allows 500 MiB, because other tests run in this process too.
        let before = try residentMegabytes()
        while let row = try reader.next() {
            count += row.fields.count
            if row.line.isMultiple(of: 500) { #expect(try residentMegabytes() < before + 500) }
        }
        #expect(count == 3000 * 16384)
    }

    @Test("Rows and cells out of order, malformed references, and truncated text are refused")
    func damaged() throws {
        let attacks = [
            "<row r=\"2\"/><row r=\"1\"/>", "<row r=\"2\"/><row r=\"2\"/>", "<row r=\"0\"/>", "<row r=\"x\"/>",
            "<row r=\"99999999999999999999\"/>", "<row r=\"1\"><c r=\"B1\"/><c r=\"A1\"/></row>",
            "<row r=\"1\"><c r=\"A2\"/></row>", "<row r=\"1\"><c r=\"1A\"/></row>", "<row r=\"1\"><c r=\"\"/></row>",
            "<row r=\"1\"><c r=\"A1\"><v>1", "<row></cell>", "&unknown;", "\u{0}",
        ]
        for rows in attacks {
            guard case .damaged? = try reason(Workbooks.parts(rows)) else {
                Issue.record("read without an error: \(rows)")
                continue
            }
        }
    }

    @Test("A workbook that is truncated at any position is refused")
    func truncated() throws {
        let rows = (1...200).map { "<row r=\"\($0)\"><c><v>\($0 * 7919)</v></c></row>" }.joined()
        let bytes = try [UInt8](Data(contentsOf: URL(filePath: workbooks.pack(Workbooks.parts(rows)))))
        for count in stride(from: 4, to: bytes.count, by: 37) {
            try workbooks.folder.write(Array(bytes.prefix(count)), to: "cut.xlsx")
            guard case .damaged? = try reason(workbooks.folder("cut.xlsx")) else {
                Issue.record("read without an error: \(count) of \(bytes.count) bytes")
                continue
            }
        }
    }

    @Test("A workbook with a flipped bit never crashes the reader")
    func mutated() throws {
        var random = SeededGenerator(for: "mutated workbook")
        let rows = (1...50).map { "<row r=\"\($0)\"><c t=\"s\"><v>\($0 % 3)</v></c></row>" }.joined()
        let parts = Workbooks.parts(rows, strings: "<si><t>a</t></si><si><t>b</t></si><si><t>c</t></si>")
        let bytes = try [UInt8](Data(contentsOf: URL(filePath: workbooks.pack(parts))))
        for _ in 0..<200 {
            var mutated = bytes
            mutated[Int.random(in: bytes.indices, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            try workbooks.folder.write(mutated, to: "mutated.xlsx")
            _ = try? reason(workbooks.folder("mutated.xlsx"))
        }
    }

    @Test("A file other than an .xlsx workbook is refused; for other spreadsheet formats, the error also gives advice")
    func others() throws {
        let locked = try workbooks.pack(Workbooks.parts(), password: "x")
        #expect(try reason(locked) == .encrypted(part: "_rels/.rels"))
        try workbooks.folder.write([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1, 0, 0], to: "old.xls")
        #expect(try reason(workbooks.folder("old.xls")) == .legacyOrEncrypted)
        let openDocument = ["mimetype": Array("application/x".utf8), "META-INF/manifest.xml": [], "content.xml": []]
        #expect(try reason(openDocument) == .openDocument)
        #expect(try reason(["letter.docx": [1]]) == .notAWorkbook(missing: "xl/workbook.xml"))
        var binary = Workbooks.parts()
        binary["_rels/.rels"] = Array(Workbooks.rootRelationships.replacing("workbook.xml", with: "workbook.bin").utf8)
        #expect(try reason(binary) == .binaryWorkbook)
        var lost = Workbooks.parts()
        lost["xl/worksheets/sheet1.xml"] = nil
        #expect(try reason(lost) == .notAWorkbook(missing: "xl/worksheets/sheet1.xml"))
        for reason in [WorksheetError.Reason.legacyOrEncrypted, .openDocument, .binaryWorkbook, .encrypted(part: "x")] {
            #expect("\(reason)".contains("save the list as .xlsx or “CSV UTF-8”"))
        }
    }

    @Test("A workbook from a pipe is refused as not seekable; CSV can be read from a pipe")
    func pipes() throws {
        for (bytes, expected) in [
            (
                try [UInt8](Data(contentsOf: URL(filePath: workbooks.pack(Workbooks.parts())))),
                WorksheetError.Reason.notSeekable
            ),
            (Array("a,b\n".utf8), nil),
        ] {
            let pipe = Pipe()
            try pipe.fileHandleForWriting.write(contentsOf: bytes)
            try pipe.fileHandleForWriting.close()
            #expect(try reason("/proc/self/fd/\(pipe.fileHandleForReading.fileDescriptor)") == expected)
        }
    }

    @Test("Parts share one limit on unpacked bytes; the unpacking ratio is limited even if the stated sizes are false")
    func budget() throws {
        var budget = UnpackingBudget(fileSize: 100 << 20)
        for _ in 0..<1024 { try budget.consume(1 << 20, entry: 1 << 20, packed: 1 << 20) }
        #expect(throws: WorksheetError(.unpacksTooLarge(limit: 1 << 30))) { try budget.consume(1, entry: 1, packed: 1) }
        var small = UnpackingBudget(fileSize: 10_000)
        try small.consume(1 << 20, entry: 1 << 20, packed: .max)
        #expect(throws: WorksheetError(.unpacksTooDense(ratio: 200))) {
            for part in 1...100 { try small.consume(1 << 16, entry: part << 16, packed: .max) }
        }
    }

    @Test("A path in a workbook never leads to a file outside the workbook")
    func paths() throws {
        var parts = Workbooks.parts()
        parts["xl/_rels/workbook.xml.rels"] = Array(
            Workbooks.relationships.replacing("worksheets/sheet1.xml", with: "../../../../../etc/passwd").utf8)
        #expect(try reason(parts) == .notAWorkbook(missing: "etc/passwd"))
        parts["etc/passwd"] = Array(Workbooks.sheet("<row><c><v>1</v></c></row>").utf8)
        #expect(try workbooks.rows(parts).map(\.fields) == [["1"]])
    }

    @Test("An archive with more entries than a workbook may have is refused before its entries are read")
    func entries() throws {
        let bytes = try [UInt8](Data(contentsOf: URL(filePath: workbooks.pack(Workbooks.parts()))))
        var many = bytes
        many[bytes.count - 22 + 11] = 0xF0
        try workbooks.folder.write(many, to: "many.xlsx")
        let refused = try #require(try reason(workbooks.folder("many.xlsx")))
        let entries = 0xF000 + Int(bytes[bytes.count - 12])
        #expect("\(refused)".hasPrefix("the archive can't be read (it has \(entries) entries); "))
    }

    @Test(
        "A workbook may have a million rows below its first row; the next row is refused",
        .soak)
    func manyRows() throws {
        for (count, refused) in [(1_000_001, false), (1_000_002, true)] {
            var sheet = Array("<worksheet><sheetData>".utf8)
            for row in 1...count { sheet += Array("<row r=\"\(row)\"><c t=\"str\"><v>Guest \(row)</v></c></row>".utf8) }
            var parts = Workbooks.parts()
            parts["xl/worksheets/sheet1.xml"] = sheet + Array("</sheetData></worksheet>".utf8)
            let reader = try WorksheetReader(path: workbooks.pack(parts))
            var rows = 0
            do {
                while try reader.next() != nil { rows += 1 }
                #expect(!refused)
            } catch let fault as WorksheetError {
                #expect(refused)
                #expect(fault == WorksheetError(line: 1_000_002, .tooManyRows(limit: 1_000_000)))
            }
            #expect(rows == 1_000_001)
        }
    }

    /// The resident memory of this process, in mebibytes.
    private func residentMegabytes() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS") })
        return try #require(Int(line.filter(\.isNumber))) / 1024
    }
}
