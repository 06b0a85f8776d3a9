import FileAccess

/// The first bytes of a file, looked at before anything is made beside it (SQLite, "Database File Format", 1.3).
struct SQLiteHeader {
    private static let magic = Array("SQLite format 3\0".utf8)
    private static let length = 100
    /// The header, and the head of the first page's b-tree, which holds the schema (1.6).
    private static let lengthWithSchema = length + 8
    private static let tableLeaf: UInt8 = 13

    private let bytes: [UInt8]

    /// - Throws: `SystemError` when the file can't be read.
    init(_ file: DatabaseFile) throws { bytes = try file.beginning(SQLiteHeader.lengthWithSchema) }

    /// - Throws: `SystemError` when the file can't be read.
    init(path: String) throws {
        let file = try DatabaseFile(path, for: .reading)
        defer { file.release() }
        try self.init(file)
    }

    /// Refuses everything but a database that says that it is ours.
    ///
    /// - Parameter hasLog: whether a write-ahead log is beside the file; the header of a new store is in the log at first.
    func refuseAllButStores(path: String, hasLog: Bool) throws {
        guard !bytes.isEmpty else { throw StoreError.notADatabase(path: path) }
        try refuseForeign(.store, path: path)
        guard applicationID == SQLiteFileKind.store.applicationID || hasLog else {
            throw SQLiteFileKind.store.refusal(of: applicationID, path: path)
        }
    }

    /// Whether it is a database without tables that no program has claimed, as far as the file itself tells.
    var hasNoTables: Bool {
        bytes.count == SQLiteHeader.lengthWithSchema && bytes.starts(with: SQLiteHeader.magic) && applicationID == 0
            && bytes[SQLiteHeader.length] == SQLiteHeader.tableLeaf
            && bytes[SQLiteHeader.length + 3] == 0 && bytes[SQLiteHeader.length + 4] == 0
    }

    /// Whether it says that it is a pack.
    var isPack: Bool { bytes.starts(with: SQLiteHeader.magic) && applicationID == SQLiteFileKind.pack.applicationID }

    /// Whether it is read together with a write-ahead log (its “file format” numbers are 2, else 1).
    var isLogged: Bool { bytes.count >= SQLiteHeader.length && bytes[18] == 2 }

    private var applicationID: Int32 {
        bytes.count >= SQLiteHeader.length ? bytes[68..<72].reduce(0) { $0 << 8 | Int32($1) } : 0
    }

    /// Refuses what is no database, and what says that another program made it, or that it is of another kind. An empty file
    /// is a new store; one that names no program is judged by its tables.
    func refuseForeign(_ kind: SQLiteFileKind, path: String) throws {
        guard !bytes.isEmpty else { return }
        guard bytes.count >= SQLiteHeader.length, bytes.starts(with: SQLiteHeader.magic) else {
            throw StoreError.notADatabase(path: path)
        }
        guard applicationID == 0 || applicationID == kind.applicationID else {
            throw kind.refusal(of: applicationID, path: path)
        }
    }
}
