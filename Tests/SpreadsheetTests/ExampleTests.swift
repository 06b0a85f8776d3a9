import EventFixture
import Spreadsheet
import Testing

@Suite("Examples of the documentation")
struct ExampleTests {
    @Test("A table is written and read")
    func example() throws {
        let folder = try TemporaryFolder()
        let sheet = Sheet(name: "Sales", columns: [SheetColumn("Type", .text), SheetColumn("Sold", .integer)])
        try XLSXWriter.write(sheet, to: folder("sales.xlsx"), existing: .refuse) { append in
            try append([.text("Regular"), .integer(100)])
        }
        let reader = try SheetReader(path: folder("sales.xlsx"))
        while let row = try reader.next() { print(row.line, row.fields) }
    }
}
