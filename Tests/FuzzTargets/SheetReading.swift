import Spreadsheet

/// Reads any bytes as a spreadsheet. The result must be rows, or errors of the type that the parser declares. Parsing
/// must always end.
enum SheetReading {
    static func run(_ bytes: [UInt8]) throws {
        let folder = try FuzzFolder()
        do {
            let reader = try WorksheetReader(path: folder.write(bytes, at: "sheet"))
            var rows = 0
            while rows <= bytes.count * 1100 {
                do {
                    guard try reader.next() != nil else { return }
                } catch let fault as WorksheetError where !fault.isFatal {
                    // After an error that is not fatal, the next row can be read.
                }
                rows += 1
            }
            throw FuzzFinding("more rows than a file of this size can contain")
        } catch is WorksheetError {
            // The parser declares this error.
        }
    }
}
