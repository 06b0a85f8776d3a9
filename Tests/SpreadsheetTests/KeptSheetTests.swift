import EventFixture
import Spreadsheet
import Testing

@Suite("Worksheets loaded into memory")
struct KeptSheetTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let wide = LoadedWorksheet.Limits(rows: 100, columns: 10, memory: 1 << 20, unpacked: 1 << 20)

    private func keep(_ text: String, _ bounds: LoadedWorksheet.Limits = wide) throws -> LoadedWorksheet {
        try folder.write(text, to: "list.csv")
        return try LoadedWorksheet(path: folder("list.csv"), within: bounds)
    }

    private static func contents(_ reader: WorksheetReader) -> [String] {
        var contents: [String] = []
        while true {
            do {
                guard let row = try reader.next() else { return contents }
                contents.append("\(row.line) \(row.fields)")
            } catch let fault as WorksheetError {
                contents.append("\(fault)")
                if fault.isFatal { return contents }
            } catch {
                return contents + ["\(error)"]
            }
        }
    }

    @Test("A loaded worksheet can be read repeatedly, and always gives its file's rows, line numbers and faults")
    func same() throws {
        var bytes = Array("a,b\n\n\"x\ny\",1\n".utf8) + [0xFF, 0x0A]
        bytes += Array("z,2\n\"never closed\n".utf8)
        try folder.write(bytes, to: "list.csv")
        let kept = try LoadedWorksheet(path: folder("list.csv"), within: KeptSheetTests.wide)
        let direct = KeptSheetTests.contents(try WorksheetReader(path: folder("list.csv")))
        #expect(direct.count == 5)
        for _ in 0..<2 { #expect(KeptSheetTests.contents(WorksheetReader(kept)) == direct) }
        #expect(kept.rows == 4)
    }

    @Test("A table with too many rows, headings or bytes is refused")
    func bounds() throws {
        func fault(_ text: String, _ bounds: LoadedWorksheet.Limits) -> WorksheetError.Reason? {
            do {
                _ = try keep(text, bounds)
                return nil
            } catch { return (error as? WorksheetError)?.reason }
        }
        let tight = LoadedWorksheet.Limits(rows: 3, columns: 2, memory: 1000, unpacked: 1 << 20)
        #expect(fault("a,b\n1\n2\n3\n", tight) == nil)
        #expect(fault("a,b\n1\n2\n3\n4\n", tight) == .tooManyRows(limit: 3))
        #expect(fault("a,b,c\n", tight) == .tooManyColumns(limit: 2))
        #expect(fault("a\n\(String(repeating: "x", count: 1000))\n", tight) == .needsTooMuchMemory(limit: 1000))
        // A row may have more cells than there are headings. The caller has to check for such rows.
        #expect(fault("a\n1,2,3\n", tight) == nil)
        #expect(fault("\"open", tight) == .unclosedQuote)
    }

    @Test("A workbook whose unpacked parts exceed the limit is refused while it is read")
    func unpacking() throws {
        let sheet = Worksheet(name: "List", columns: [WorksheetColumn("Name", .text)])
        try XLSXWriter.write(sheet, to: folder("list.xlsx"), existing: .refuse) { append in
            for number in 0..<2000 { try append([.text("Guest \(number) of the wedding")]) }
        }
        let roomy = LoadedWorksheet.Limits(rows: 5000, columns: 1, memory: 1 << 20, unpacked: 1 << 20)
        #expect(try LoadedWorksheet(path: folder("list.xlsx"), within: roomy).rows == 2000)
        let tight = LoadedWorksheet.Limits(rows: 5000, columns: 1, memory: 1 << 20, unpacked: 10_000)
        let fault = #expect(throws: WorksheetError.self) {
            try LoadedWorksheet(path: folder("list.xlsx"), within: tight)
        }
        #expect(fault?.reason == .unpacksTooLarge(limit: 10_000))
    }
}
