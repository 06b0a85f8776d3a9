import Cryptography

/// The result of copying one table.
public struct CopiedTable: Hashable, Sendable {
    public let name: String
    public let rows: Int
    /// A SHA-256 hash of the rows, in the order of the table's key. Equal rows have equal hashes in SQLite and in
    /// PostgreSQL.
    public let hash: [UInt8]
}

/// The way in which a copy treats the rows that the target already contains.
public enum ExistingRowsPolicy: Sendable {
    /// The copy throws an error if any table of the target other than `person` has rows. The table `person` is allowed
    /// to have rows, because even a new store contains the owner in this table.
    case refuse
    case replace
}

extension Store {
    /// Copies everything in this store into the store `target`. Other connections can use this store at the same time.
    /// The target gets the state of this store at one moment, and is changed completely or not at all. Before the
    /// commit, the rows of the target are read and compared with this store.
    ///
    /// - Parameter progress: is called after each chunk of rows with the name of the table that is being copied, and
    ///   the total number of rows copied so far. If `progress` throws, nothing is copied.
    /// - Throws: `StoreError.notEmpty` if the target has rows and `inTheWay` is `refuse`; `StoreError.copyDiffers` if
    ///   the target's rows differ from the rows of this store after the copying.
    public func copy(
        to target: Store, inTheWay: ExistingRowsPolicy = .refuse,
        progress: (_ table: String, _ rows: Int) throws -> Void = { _, _ in }
    ) throws -> [CopiedTable] {
        try copy(to: target, pictures: target.pictureStore, inTheWay: inTheWay, progress: progress)
    }

    func copy(
        to target: Store, pictures: any PictureStore, inTheWay: ExistingRowsPolicy = .refuse,
        progress: (_ table: String, _ rows: Int) throws -> Void
    ) throws -> [CopiedTable] {
        try target.engine.write { to in
            try engine.read { from in
                let files = PictureCopy(from: pictureStore, to: pictures)
                return try StoreCopy(from: from, to: to, path: target.path, pictures: files).run(inTheWay, progress)
            }
        }
    }
}

extension Store {
    /// Replaces everything in `target` with a copy of this store. Returns the copied tables, and the counts of the
    /// records that were in the chains of `target` but are not in the chains of this store.
    public func replace(
        _ target: Store, progress: (_ table: String, _ rows: Int) throws -> Void = { _, _ in }
    ) throws -> (copied: [CopiedTable], lost: LostRecords) {
        try target.engine.write { to in
            try engine.read { from in
                let lost = try LostRecords(of: to, notIn: from)
                let files = PictureCopy(from: pictureStore, to: target.pictureStore)
                let copy = StoreCopy(from: from, to: to, path: target.path, pictures: files)
                return (try copy.run(.replace, progress), lost)
            }
        }
    }
}

/// Copies a store within two transactions: `from` reads the store, and `to` writes the target.
struct StoreCopy {
    let from: any EngineConnection
    let to: any EngineConnection
    /// The path of the target, for error messages.
    let path: String
    let pictures: PictureCopy

    func run(_ inTheWay: ExistingRowsPolicy, _ progress: (String, Int) throws -> Void) throws -> [CopiedTable] {
        try clearTarget(inTheWay)
        var rows = 0
        var copied: [CopiedTable] = []
        for name in TableShape.all {
            let table = try from.shape(of: name)
            guard try Set(to.shape(of: name).columns.map(\.name)) == Set(table.columns.map(\.name)) else {
                throw StoreError.copyDiffers(path: path, table: name)
            }
            var digest = try TableDigest(table)
            do {
                try to.load(table) { write in
                    try from.forEachChunk(of: table) { bytes, count in
                        try write(bytes)
                        try digest.add(bytes, rows: count)
                        rows += count
                        try progress(name, rows)
                    }
                }
            } catch StoreError.constraint(let why) {
                try from.findNUL(in: table)
                throw StoreError.constraint(why)
            }
            copied.append(digest.result)
        }
        for table in copied where try to.digest(of: from.shape(of: table.name)) != table {
            throw StoreError.copyDiffers(path: path, table: table.name)
        }
        try pictures.run(from, to)
        return copied
    }

    private func clearTarget(_ inTheWay: ExistingRowsPolicy) throws {
        if case .replace = inTheWay {
            for name in TableShape.copiedApart { try to.execute("DELETE FROM \(name)", []) }
        }
        for name in TableShape.all.reversed() {
            if case .refuse = inTheWay, name != "person" {
                guard try to.first("SELECT 1 FROM \(name) LIMIT 1", [], { $0.integer(0) }) == nil else {
                    throw StoreError.notEmpty(path: path, table: name)
                }
            } else {
                try to.execute("DELETE FROM \(name)", [])
            }
        }
    }
}

extension EngineConnection {
    /// Encodes the rows of a table in the order of the table's key. Calls `body` with the bytes of many rows at a time
    /// (a chunk), and with the number of these rows.
    func forEachChunk(of table: TableShape, _ body: (_ bytes: [UInt8], _ rows: Int) throws -> Void) throws {
        let order = table.key.joined(separator: ", ")
        let columns = table.columns.map(\.name).joined(separator: ", ")
        var bytes: [UInt8] = []
        bytes.reserveCapacity(RowEncoding.chunkSize + 4096)
        var rows = 0
        try forEachRow("SELECT \(columns) FROM \(table.name) ORDER BY \(order)", []) { row in
            RowEncoding.append(row, of: table, to: &bytes)
            rows += 1
            if bytes.count >= RowEncoding.chunkSize {
                try body(bytes, rows)
                bytes.removeAll(keepingCapacity: true)
                rows = 0
            }
        }
        if rows > 0 { try body(bytes, rows) }
    }

    /// Searches a table for a text that contains a NUL, which PostgreSQL can't store.
    ///
    /// - Throws: `StoreError.containsNUL` for the first such text.
    fileprivate func findNUL(in table: TableShape) throws {
        let columns = table.columns.map(\.name).joined(separator: ", ")
        try forEachRow("SELECT \(columns) FROM \(table.name) ORDER BY \(table.key.joined(separator: ", "))", []) {
            row in
            for (index, column) in table.columns.enumerated()
            where column.kind == .text && !row.isNull(index) && row.text(index).utf8.contains(0) {
                let key = table.columns.indices.filter { table.key.contains(table.columns[$0].name) }
                    .map { "\(table.columns[$0].name) \(row.text($0))" }
                throw StoreError.containsNUL(
                    table: table.name, column: column.name, row: key.joined(separator: ", "))
            }
        }
    }

    func digest(of table: TableShape) throws -> CopiedTable {
        var digest = try TableDigest(table)
        try forEachChunk(of: table) { try digest.add($0, rows: $1) }
        return digest.result
    }
}

/// Computes the hash of a table's rows from chunks of encoded rows. For each chunk, the new hash is the SHA-256 hash of
/// the previous hash and the bytes of the chunk.
private struct TableDigest {
    private let name: String
    private let hasher: SHA256Hasher
    private var rows = 0
    private var hash = [UInt8](repeating: 0, count: SHA256.length)

    init(_ table: TableShape) throws {
        name = table.name
        hasher = try SHA256Hasher()
    }

    mutating func add(_ bytes: [UInt8], rows count: Int) throws {
        rows += count
        hash = try hasher.digest(hash + bytes)
    }

    var result: CopiedTable { CopiedTable(name: name, rows: rows, hash: hash) }
}
