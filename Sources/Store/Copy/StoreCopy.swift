import Cryptography

/// What a copy did with one table.
public struct CopiedTable: Hashable, Sendable {
    public let name: String
    public let rows: Int
    /// SHA-256 over its rows in the order of their key, the same on every engine.
    public let hash: [UInt8]
}

/// What is done about rows that are in the way.
public enum RowsInTheWay: Sendable {
    /// Refuse; people alone may be there, since a new store has its owner.
    case refuse
    case replace
}

extension Store {
    /// Copies everything into another store, in one transaction of each: all or nothing, of one moment, while others
    /// work on. What was copied is read back and compared before it counts.
    ///
    /// - Parameter progress: is told now and then which table it is at, and how many rows are through in all; when it
    ///   throws, the copy is given up.
    /// - Throws: `StoreError.notEmpty`; `copyDiffers`.
    public func copy(
        to target: Store, inTheWay: RowsInTheWay = .refuse,
        progress: (_ table: String, _ rows: Int) throws -> Void = { _, _ in }
    ) throws -> [CopiedTable] {
        try target.engine.write { to in
            try engine.read { from in
                try StoreCopy(from: from, to: to, path: target.path).run(inTheWay, progress)
            }
        }
    }
}

extension Store {
    /// Replaces everything in `target` by what is here, as `copy` does, and counts what of the target's chains is gone with
    /// that.
    public func replace(
        _ target: Store, progress: (_ table: String, _ rows: Int) throws -> Void = { _, _ in }
    ) throws -> (copied: [CopiedTable], lost: LostRecords) {
        try target.engine.write { to in
            try engine.read { from in
                let lost = try LostRecords(of: to, notIn: from)
                let copy = StoreCopy(from: from, to: to, path: target.path)
                return (try copy.run(.replace, progress), lost)
            }
        }
    }
}

/// One copy, between two transactions.
struct StoreCopy {
    let from: any EngineConnection
    let to: any EngineConnection
    /// Where it goes, for errors.
    let path: String

    func run(_ inTheWay: RowsInTheWay, _ progress: (String, Int) throws -> Void) throws -> [CopiedTable] {
        try makeRoom(inTheWay)
        var rows = 0
        var copied: [CopiedTable] = []
        for name in TableShape.all {
            let table = try from.shape(of: name)
            guard try Set(to.shape(of: name).columns.map(\.name)) == Set(table.columns.map(\.name)) else {
                throw StoreError.copyDiffers(path: path, table: name)
            }
            var digest = try TableDigest(table)
            do {
                try to.load(table) { put in
                    try from.forEachChunk(of: table) { bytes, count in
                        try put(bytes)
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
        return copied
    }

    private func makeRoom(_ inTheWay: RowsInTheWay) throws {
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
    /// Rows of a table in the order of its key, as bytes of many rows at a time, and their count.
    func forEachChunk(of table: TableShape, _ body: (_ bytes: [UInt8], _ rows: Int) throws -> Void) throws {
        let order = table.key.joined(separator: ", ")
        let columns = table.columns.map(\.name).joined(separator: ", ")
        var bytes: [UInt8] = []
        bytes.reserveCapacity(RowForm.chunk + 4096)
        var rows = 0
        try forEachRow("SELECT \(columns) FROM \(table.name) ORDER BY \(order)", []) { row in
            RowForm.append(row, of: table, to: &bytes)
            rows += 1
            if bytes.count >= RowForm.chunk {
                try body(bytes, rows)
                bytes.removeAll(keepingCapacity: true)
                rows = 0
            }
        }
        if rows > 0 { try body(bytes, rows) }
    }

    /// Looks for a text that holds a NUL.
    ///
    /// - Throws: `StoreError.holdsNUL` with the first.
    fileprivate func findNUL(in table: TableShape) throws {
        let columns = table.columns.map(\.name).joined(separator: ", ")
        try forEachRow("SELECT \(columns) FROM \(table.name) ORDER BY \(table.key.joined(separator: ", "))", []) {
            row in
            for (index, column) in table.columns.enumerated()
            where column.kind == .text && !row.isNull(index) && row.text(index).utf8.contains(0) {
                let key = table.columns.indices.filter { table.key.contains(table.columns[$0].name) }
                    .map { "\(table.columns[$0].name) \(row.text($0))" }
                throw StoreError.holdsNUL(
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

/// SHA-256 along the chunks of a table: each over the hash before it and its own bytes.
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
