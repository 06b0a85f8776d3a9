import FileAccess
import Foundation
public import Spreadsheet

/// A list, which is whole before a transaction begins: a pipe that stalls in one would keep every gate from its turn. It
/// can be read as often as one likes, also where it came through a pipe.
public final class ListFile: Sendable {
    /// What the user calls it.
    public let name: String
    private let source: Source

    private enum Source {
        case file(SpooledFile)
        case kept(KeptSheet)
    }

    /// Waits for all of a pipe.
    ///
    /// - Throws: `SheetFault` when it is too large; `SystemError`.
    public init(_ path: String) throws {
        name = path
        do {
            source = .file(
                try SpooledFile(
                    path, limit: SheetReader.largestFile, folder: FileManager.default.temporaryDirectory.path))
        } catch let fault as SpooledFile.TooLong {
            throw SheetFault(.fileTooLarge(limit: fault.limit))
        }
    }

    /// A list that came another way.
    ///
    /// - Parameter name: what the user calls it.
    /// - Throws: `SystemError`.
    public init(_ bytes: [UInt8], named name: String) throws {
        self.name = name
        source = .file(try SpooledFile(bytes: bytes, folder: FileManager.default.temporaryDirectory.path))
    }

    /// A list that was read, and is kept without its file.
    public init(_ kept: KeptSheet, named name: String) {
        self.name = name
        source = .kept(kept)
    }

    /// - Parameter sheet: of a workbook; nil is the first that is not hidden. Of a kept list there is one.
    /// - Throws: `SheetFault` for what is no list at all; `SystemError` when the file can't be opened.
    func open(sheet: String?) throws -> SheetReader {
        switch source {
        case .file(let file):
            try SheetReader(path: file.path, sheet: sheet.map(SheetReader.Choice.named) ?? .firstVisible)
        case .kept(let kept): SheetReader(kept)
        }
    }
}
