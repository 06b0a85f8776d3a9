import EventFixture
import Spreadsheet
import Testing

@Suite("Examples from the documentation")
struct ExampleTests {
    @Test("The example code in the documentation writes a table, and then reads that table")
    func example() throws {
        let folder = try TemporaryFolder()
        let sheet = Worksheet(
            name: "Sales", columns: [WorksheetColumn("Type", .text), WorksheetColumn("Sold", .integer)])
        try XLSXWriter.write(sheet, to: folder("sales.xlsx"), existing: .refuse) { append in
            try append([.text("Regular"), .integer(100)])
        }
        let reader = try WorksheetReader(path: folder("sales.xlsx"))
        while let row = try reader.next() { print(row.line, row.fields) }
    }
}
