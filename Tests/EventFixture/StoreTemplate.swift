import Foundation
import Store

/// An SQLite store that has the tables of this version of the program, and no rows. Tests copy it, because creating the
/// tables would take most of the time of most tests.
enum StoreTemplate {
    private static let bytes = Result { () throws -> Data in
        let folder = try TemporaryFolder()
        let path = folder("store.sqlite")
        // When the last connection closes, SQLite moves the contents of its write-ahead log into the file.
        _ = try Store.open(sqlite: path, creating: true)
        guard try !folder.names(in: ".").contains("store.sqlite-wal") else { throw Surprise("the store is not closed") }
        return try Data(contentsOf: URL(filePath: path))
    }

    static func copy(to path: String) throws {
        let isWritten = FileManager.default.createFile(
            atPath: path, contents: try bytes.get(), attributes: [.posixPermissions: 0o600])
        guard isWritten else { throw Surprise("can't write \(path)") }
    }
}
