import FileAccess
import Foundation
import Spreadsheet

/// The file of a list, which is whole before a transaction begins: a pipe that stalls in one would keep every gate from
/// its turn. It can be read as often as one likes, also where it came through a pipe.
public final class ListFile: Sendable {
    /// What the user calls it.
    public let name: String
    private let file: SpooledFile

    /// Waits for all of a pipe.
    ///
    /// - Throws: `SheetFault` when it is too large; `SystemError`.
    public init(_ path: String) throws {
        name = path
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
