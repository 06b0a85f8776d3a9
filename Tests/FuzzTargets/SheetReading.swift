import Foundation
import Spreadsheet

/// Whatever is called a spreadsheet: rows, or faults with their lines, and an end.
enum SheetReading {
    static func run(_ bytes: [UInt8]) throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "sheet-\(UUID().uuidString)").path
        guard FileManager.default.createFile(atPath: path, contents: Data(bytes)) else {
            throw FuzzFinding("\(path) can't be written")
        }
        defer { unlink(path) }
        do {
            let reader = try SheetReader(path: path)
            var rows = 0
            while rows <= bytes.count * 1100 {
                do {
                    guard try reader.next() != nil else { return }
                } catch let fault as SheetFault where !fault.endsReading {
                    // The next row can be read.
                }
                rows += 1
            }
            throw FuzzFinding("more rows than bytes could hold")
        } catch is SheetFault {
            // Declared.
        }
    }
}
