import Cryptography
import Foundation
import GRDB
import Ticketing

@testable import Store

/// A gate pack's file, made from the fuzzer's input and a valid file. The first byte of the input selects one of the
/// methods below. Page checksums detect nearly all changes of bytes, so some of the methods bypass the checksums.
struct PatchedFile {
    enum Way: CaseIterable {
        /// The file is the rest of the input.
        case raw
        /// Bytes are changed.
        case bytes
        /// Bytes are changed, and the file claims to have no checksums, as files of older versions do.
        case bytesWithoutChecksums
        /// Rows are changed, even if the schema forbids the change.
        case rows
        /// Rows are changed, and the ledger's chains are hashed and signed again, as a dishonest gate could do.
        case rowsAndChains
        /// Bytes of the encrypted file are changed.
        case sealed
        /// Rows are changed, and the file claims to be the pack that contains the event's keys. The file has records of
        /// that pack, and therefore that pack's device ID.
        case claim
    }

    let way: Way
    let path: String
    /// Whether checksums protect the changed bytes.
    let isGuarded: Bool
    /// Whether the file is the valid file, without any change.
    let isGood: Bool

    init(_ choices: inout FuzzBytes, of good: GoodFile, in folder: FuzzFolder) throws {
        way = choices.choice(Way.allCases)
        var bytes = good.bytes
        switch way {
        case .raw: bytes = choices.remaining()
        case .bytes: bytes = good.patched(&choices)
        case .bytesWithoutChecksums:
            bytes = good.patched(&choices)
            bytes.forgetChecksums()
        case .rows, .rowsAndChains, .sealed, .claim: break
        }
        isGuarded = way == .bytes && bytes[20] == good.bytes[20]
        isGood = way == .bytes && bytes == good.bytes
        path = try folder.write(bytes, at: "patched.gate")
        switch way {
        case .raw, .bytes, .bytesWithoutChecksums, .sealed: break
        case .rows: try PatchedRows.patch(path, &choices)
        case .rowsAndChains:
            try PatchedRows.patch(path, &choices)
            try PatchedRows.hashChainsAnew(path)
        case .claim:
            let form = choices.byte()
            try PatchedRows.patch(path, &choices)
            try PatchedRows.claimKeys(path, form)
        }
    }
}

/// A valid file, from which changed files are made.
struct GoodFile: Sendable {
    let bytes: [UInt8]
    /// The offsets of all bytes that are not 0, and of up to eight bytes after each of them. Most bytes of a small file
    /// are 0, and changes of bytes at other offsets would reveal little.
    private let offsets: [Int]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var offsets: [Int] = []
        var last = -9
        for (index, byte) in bytes.enumerated() {
            if byte != 0 { last = index }
            if index - last <= 8 { offsets.append(index) }
        }
        self.offsets = offsets
    }

    /// Returns the file’s bytes after replacing sequences of up to 16 bytes. Three bytes of the input choose the offset
    /// of each sequence.
    func patched(_ choices: inout FuzzBytes) -> [UInt8] {
        var bytes = bytes
        while !choices.isEmpty {
            let start = offsets[Int(choices.number(ofBytes: 3)) % offsets.count]
            for (index, byte) in choices.bytes(Int(choices.byte() % 16) + 1).enumerated()
            where start + index < bytes.count {
                bytes[start + index] = byte
            }
        }
        return bytes
    }
}

extension [UInt8] {
    /// Makes the header say that pages reserve no bytes for checksums, and clears the first page's checksum.
    fileprivate mutating func forgetChecksums() {
        guard count >= 4096 else { return }
        self[20] = 0
        for index in 4088..<4096 { self[index] = 0 }
    }
}

/// Changes the rows of a gate pack in ways that the program never does.
private enum PatchedRows {
    private static let numbers: [Int64] = [
        .min, -(1 << 53), -1025, -1, 0, 1, 2, 16, 17, 255, 256, 1023, 1024, 1025, 4095, 4096, 1 << 31, 1 << 32, 1 << 53,
        1 << 53 + 1, .max - 1, .max, 1 << 62 - 1, 1 << 62,
    ]

    /// Changes rows until the input ends. A statement that the engine refuses is skipped.
    static func patch(_ path: String, _ choices: inout FuzzBytes) throws {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.writeWithoutTransaction { database in
            try database.execute(
                sql: "PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY; PRAGMA ignore_check_constraints = 1")
            let tables = try filledTables(database)
            while !choices.isEmpty {
                let change = try Change(&choices, tables)
                do {
                    try database.execute(sql: change.sql, arguments: StatementArguments(change.values))
                } catch is DatabaseError {}
            }
        }
        try queue.close()
    }

    private struct Table {
        let name: String
        let columns: [String]
        let key: [String]
        let rows: Int
    }

    /// The tables that have at least one row. Empty tables are left out, because a new row is made from an existing
    /// row.
    private static func filledTables(_ database: Database) throws -> [Table] {
        try String.fetchAll(database, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
            .compactMap { name in
                let rows = try Int.fetchOne(database, sql: "SELECT count(*) FROM \(name)") ?? 0
                guard rows > 0, name != AppliedMigrations.table else { return nil }
                let columns = try database.columns(in: name)
                return Table(
                    name: name, columns: columns.map(\.name), key: try database.primaryKey(name).columns, rows: rows)
            }
    }

    /// A change of one value, or the insertion or deletion of one row.
    private struct Change {
        let sql: String
        var values: [DatabaseValue] = []

        init(_ choices: inout FuzzBytes, _ tables: [Table]) throws {
            let table = choices.choice(tables)
            let column = choices.choice(table.columns)
            let row = Int(choices.byte()) % table.rows
            let key = table.key.joined(separator: ", ")
            let chosen =
                "(\(key)) = (SELECT \(key) FROM \(table.name) ORDER BY \(key) LIMIT 1 OFFSET \(row))"
            let way = choices.byte() % 9
            switch way {
            case 0: sql = "DELETE FROM \(table.name) WHERE \(chosen)"
            case 1:
                let other = Int(choices.byte()) % table.rows
                sql = """
                    UPDATE OR IGNORE \(table.name) SET \(column) =
                        (SELECT \(column) FROM \(table.name) ORDER BY \(key) LIMIT 1 OFFSET \(other)) WHERE \(chosen)
                    """
            default:
                values = [Change.value(&choices, way)]
                let copied = table.columns.map { $0 == column ? "?" : $0 }.joined(separator: ", ")
                sql =
                    way == 8
                    ? "INSERT OR IGNORE INTO \(table.name) SELECT \(copied) FROM \(table.name) WHERE \(chosen)"
                    : "UPDATE OR IGNORE \(table.name) SET \(column) = ? WHERE \(chosen)"
            }
        }

        private static func value(_ choices: inout FuzzBytes, _ way: UInt8) -> DatabaseValue {
            switch way {
            case 2: .null
            case 3: Int64(bitPattern: choices.number(ofBytes: 8)).databaseValue
            case 4: String(decoding: choices.bytes(Int(choices.byte())), as: UTF8.self).databaseValue
            case 5: Data(choices.bytes(Int(choices.byte()))).databaseValue
            default: choices.choice(numbers).databaseValue
            }
        }
    }

    private static func signature(of end: ChainHead) throws -> [UInt8] {
        guard let event = EventNumber(rawValue: 7) else { return [] }
        let seed = SecretBytes(copying: FuzzFestival.seed(of: end.id.device).span)
        let signature = try Ed25519.PrivateKey(seed: seed).signature(of: ChainSignature.message(end, of: event).span)
        return signature.indices.map { signature[$0] }
    }

    /// Changes the details that a gate pack stores about itself, so that the file claims to be the pack with keys.
    ///
    /// - Parameter form: if bit 0 is set, the file's private key is assigned to the device of the pack with keys. If
    ///   bit 1 is set, the private key is removed.
    static func claimKeys(_ path: String, _ form: UInt8) throws {
        guard let event = EventNumber(rawValue: 7) else { return }
        let pack = try FuzzFestival.keyPack(of: event)
        let device = Data(pack.device.bytes)
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { database in
            do {
                try database.execute(
                    sql:
                        "UPDATE gate_pack SET device = ?, name = ?, proof = ?, shows_names = 1, number = ?, gates = NULL",
                    arguments: [device, pack.name, pack.verificationMethod.rawValue, pack.number])
                if form & 1 != 0 { try database.execute(sql: "UPDATE device_key SET device = ?", arguments: [device]) }
                if form & 2 != 0 { try database.execute(sql: "UPDATE device_key SET seed = NULL") }
            } catch is DatabaseError {}
        }
        try queue.close()
    }

    /// Hashes every readable record again, and updates the head of every chain. Signs only the chain of the pack's
    /// device. A dishonest gate could not sign other chains, because it has no other private key.
    static func hashChainsAnew(_ path: String) throws {
        do {
            let own = try FuzzFestival.device(FuzzFestival.packDevice)
            let store = try GatePackFile.open(path)
            try store.write { connection in
                let paths = try ChainPaths(connection)
                for head in paths.heads {
                    guard var (sequence, hash) = try paths.start(of: head.device) else { continue }
                    let hasher = try ChainHasher()
                    for link in try connection.ledger.hashedRecords(of: head.device, after: sequence, limit: 100) {
                        var record = link.record
                        record.device = paths.origin(of: head.device)
                        hash = try hasher.hash(of: record, after: hash)
                        sequence = link.record.sequence
                        try connection.execute(
                            "UPDATE record SET hash = $1 WHERE device = $2 AND sequence = $3",
                            [.blob(hash), .blob(head.device.bytes), .integer(sequence)])
                    }
                    let origin = paths.origin(of: head.device)
                    let end = ChainHead(id: RecordID(device: origin, sequence: sequence), hash: hash)
                    try connection.execute(
                        "UPDATE device SET sequence = $1, hash = $2 WHERE id = $3",
                        [.integer(sequence), .blob(hash), .blob(head.device.bytes)])
                    guard origin == own else { continue }
                    try connection.execute(
                        "UPDATE device SET signed = $1, signature = $2 WHERE id = $3",
                        [.integer(sequence), .blob(try PatchedRows.signature(of: end)), .blob(head.device.bytes)])
                }
            }
        } catch is StoreError {
            // A record that cannot be read cannot be hashed.
        }
    }
}
