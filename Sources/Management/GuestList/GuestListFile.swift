import FileAccess
import Foundation
public import Spreadsheet

/// A guest list or ticket holder list that can be read repeatedly, even if it came through a pipe. A pipe is read to
/// its end before a transaction begins, because a pipe that stalls during a transaction would block every gate.
public final class GuestListFile: Sendable {
    /// The name of the list, as the user gave it.
    public let name: String
    private let source: Source

    private enum Source {
        case file(SpooledFile)
        case stored(LoadedWorksheet)
    }

    /// Opens a file, or reads a pipe to its end.
    ///
    /// - Throws: `WorksheetError` if the list is too large; `SystemError`.
    public init(_ path: String) throws {
        name = path
        do {
            source = .file(
                try SpooledFile(
                    path, limit: WorksheetReader.largestFile, folder: FileManager.default.temporaryDirectory.path))
        } catch let fault as SpooledFile.TooLong {
            throw WorksheetError(.fileTooLarge(limit: fault.limit))
        }
    }

    /// Creates a list from bytes, such as an upload.
    ///
    /// - Parameter name: the name that the user gave.
    /// - Throws: `SystemError`.
    public init(_ bytes: [UInt8], named name: String) throws {
        self.name = name
        source = .file(try SpooledFile(bytes: bytes, folder: FileManager.default.temporaryDirectory.path))
    }

    /// Creates a list from a worksheet that was read and stored earlier.
    public init(_ stored: LoadedWorksheet, named name: String) {
        self.name = name
        source = .stored(stored)
    }

    /// Opens the list for reading from its beginning.
    ///
    /// - Parameter sheet: the worksheet; nil for the first worksheet that is not hidden. For a stored list, this
    ///   parameter is ignored, because the list has only one worksheet.
    /// - Throws: `WorksheetError` for an unsupported file; `SystemError` if the file cannot be opened.
    func open(sheet: String?) throws -> WorksheetReader {
        switch source {
        case .file(let file):
            try WorksheetReader(
                path: file.path, sheet: sheet.map(WorksheetReader.SheetSelection.named) ?? .firstVisible)
        case .stored(let kept): WorksheetReader(kept)
        }
    }
}
