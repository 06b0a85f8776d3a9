import FileAccess
import Foundation
import Spreadsheet

/// The file of a list, which is whole before a transaction begins: a pipe that stalls in one would keep every gate from
/// its turn.
final class ListFile {
    private let file: SpooledFile

    /// Waits for all of a pipe.
    ///
    /// - Throws: `SheetFault` when it is too large; `SystemError`.
    init(_ path: String) throws {
        do {
            file = try SpooledFile(
                path, limit: SheetReader.largestFile, folder: FileManager.default.temporaryDirectory.path)
        } catch let fault as SpooledFile.TooLong {
            throw SheetFault(.fileTooLarge(limit: fault.limit))
        }
    }

    /// What to open, as long as this object lives.
    var path: String { file.path }
}
