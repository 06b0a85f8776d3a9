import FileAccess

/// The first bytes of a database file (SQLite, "Database File Format", 1.3). They are read without SQLite, because
/// SQLite would create other files next to the database file.
struct SQLiteHeader {
    private static let magic = Array("SQLite format 3\0".utf8)
    private static let length = 100
    /// The total length of the file's header and of the b-tree header that follows it. The b-tree header belongs to the
    /// table `sqlite_schema` (1.6).
    private static let lengthWithSchema = length + 8
    private static let tableLeaf: UInt8 = 13

    private let bytes: [UInt8]

    /// Reads the header of an open file.
    ///
    /// - Throws: `SystemError` if the file can't be read.
    init(_ file: DatabaseFile) throws { bytes = try file.firstBytes(SQLiteHeader.lengthWithSchema) }

    /// Reads the header of the file at a path.
    ///
    /// - Throws: `SystemError` if the file can't be read.
    init(path: String) throws {
        let file = try DatabaseFile(path, for: .reading)
        defer { file.release() }
        try self.init(file)
    }

    /// Checks that the file is a database with the header of a store, and throws a `StoreError` if not.
    ///
    /// - Parameter hasLog: whether there is a write-ahead log next to the file. If so, an application id of 0 is
    ///   accepted, because the header of a new store is at first only in the log.
    func requireStore(path: String, hasLog: Bool) throws {
        guard !bytes.isEmpty else { throw StoreError.notADatabase(path: path) }
        try refuseForeign(.store, path: path)
        guard applicationID == SQLiteFileKind.store.applicationID || hasLog else {
            throw SQLiteFileKind.store.refusal(of: applicationID, path: path)
        }
    }

    /// Whether the file is a database without tables and without an application id. If there is a log next to the file,
    /// the log may still contain tables.
    var hasNoTables: Bool {
        bytes.count == SQLiteHeader.lengthWithSchema && bytes.starts(with: SQLiteHeader.magic) && applicationID == 0
            && bytes[SQLiteHeader.length] == SQLiteHeader.tableLeaf
            && bytes[SQLiteHeader.length + 3] == 0 && bytes[SQLiteHeader.length + 4] == 0
    }

    var isDatabase: Bool { bytes.starts(with: SQLiteHeader.magic) }

    var isPack: Bool { isDatabase && applicationID == SQLiteFileKind.pack.applicationID }

    /// Whether the file uses a write-ahead log. The two “file format” numbers in the header are 2 for such a file, and
    /// 1 for other files.
    var isLogged: Bool { bytes.count >= SQLiteHeader.length && bytes[18] == 2 }

    /// The schema version, which SQLite calls the user version.
    var schemaVersion: Int32 { number(at: 60) }

    private var applicationID: Int32 { number(at: 68) }

    private func number(at offset: Int) -> Int32 {
        bytes.count >= SQLiteHeader.length ? bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int32($1) } : 0
    }

    /// Throws a `StoreError` if the file is not a database, or if its application id is that of another program or of
    /// another kind of file. An empty file is accepted, because it may become a new store. A file whose application id
    /// is 0 is accepted, too: `SQLiteSchema.refuseForeign` later checks whether it has tables.
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
