public import Cryptography
public import Ticketing

extension StoreConnection {
    public var packRows: PackRows { PackRows(connection: self) }
}

/// What a pack keeps beside the tables of a store: what it is, and what its gate verifies with.
public struct PackRows {
    let connection: any StoreConnection

    private static let columns = """
        event, number, name, device, made, expires, proof, shows_names, gates, function, heads
        """

    /// What this store is as a pack; nil for an office's.
    public func current() throws -> Pack? {
        try connection.first("SELECT \(PackRows.columns) FROM pack", []) { row in
            guard let heads = ChainHead.heads(row.optionalText(10) ?? "") ?? (row.isNull(10) ? [] : nil) else {
                throw ColumnFault(column: 10, value: row.text(10), kind: "list of heads")
            }
            return Pack(
                event: try row.value(0), number: try row.number(1), name: row.text(2),
                device: try AdmissionLedger.device(row, column: 3), made: try row.instant(4),
                expires: try row.instant(5), rights: try PackRows.rights(row, from: 6), heads: heads)
        }
    }

    /// Reads `proof, shows_names, gates, function`.
    static func rights(_ row: any SQLRow, from column: Int) throws -> Pack.Rights {
        Pack.Rights(
            proof: try row.value(column), showsNames: try row.flag(column + 1),
            gates: row.optionalText(column + 2)?.split(separator: "\n").map(String.init) ?? [],
            function: try row.optionalNumber(column + 3))
    }

    /// The values of `proof, shows_names, gates, function`.
    static func values(_ rights: Pack.Rights) -> [SQLValue] {
        [
            .text(rights.proof.rawValue), .int(rights.showsNames ? 1 : 0),
            .optional(rights.gates.isEmpty ? nil : rights.gates.joined(separator: "\n")), .optional(rights.function),
        ]
    }

    /// The pack's number; nil in an office's store. Asked at each scan.
    public func number() throws -> Int? { try connection.first("SELECT number FROM pack", []) { try $0.number(0) } }

    func insert(_ pack: Pack) throws {
        try connection.execute(
            "INSERT INTO pack (\(PackRows.columns)) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
            [
                .int(pack.event.rawValue), .int(pack.number), .text(pack.name), .blob(pack.device.bytes),
                .instant(pack.made), .instant(pack.expires),
            ] + PackRows.values(pack.rights) + [.optional(ChainHead.text(pack.heads))])
    }

    /// Makes the pack the one of a higher number. False, and nothing changed, when it is not the one of `before` any more,
    /// or its number would not rise.
    func advance(from before: Pack, to pack: Pack) throws -> Bool {
        try connection.execute(
            """
            UPDATE pack SET number = $1, made = $2, expires = $3, heads = $4
            WHERE event = $5 AND device = $6 AND number = $7 AND number < $1
            """,
            [
                .int(pack.number), .instant(pack.made), .instant(pack.expires), .optional(ChainHead.text(pack.heads)),
                .int(pack.event.rawValue), .blob(pack.device.bytes), .int(before.number),
            ]) == 1
    }

    /// What the gate of a pack verifies with, of one issuer key.
    public struct Key: Sendable {
        public enum Purpose: String, Sendable {
            /// That tokens of this key are on the list; without material.
            case listed
            /// Verifies suite 1, and could make tickets of it.
            case mac
            /// The public key of suite 2.
            case ed25519
            /// Judges live codes; makes no tickets.
            case live
        }

        public let purpose: Purpose
        /// The issuer key's number.
        public let number: UInt8
        public let material: SecretBytes

        public init(_ purpose: Purpose, number: UInt8, material: SecretBytes) {
            self.purpose = purpose
            self.number = number
            self.material = material
        }
    }

    public func keys() throws -> [Key] {
        try connection.all("SELECT purpose, number, material FROM pack_key ORDER BY purpose, number", []) { row in
            Key(try row.value(0), number: try row.byte(1), material: SecretBytes(copying: row.blob(2).span))
        }
    }

    func replaceKeys(_ keys: [Key]) throws {
        try connection.execute("DELETE FROM pack_key", [])
        try connection.execute(
            "INSERT INTO pack_key (purpose, number, material) VALUES ($1, $2, $3)",
            rows: keys.map { key in
                [
                    .text(key.purpose.rawValue), .int(key.number),
                    .blob(key.material.withBytes { bytes in bytes.indices.map { bytes[$0] } }),
                ]
            })
    }
}
