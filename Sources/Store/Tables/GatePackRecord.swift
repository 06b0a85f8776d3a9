public import Cryptography
public import Ticketing

extension StoreConnection {
    public var gatePackRecord: GatePackRecord { GatePackRecord(connection: self) }
}

/// The tables that only a gate pack fills: the pack's description, and the keys with which the pack's gate verifies
/// tokens.
public struct GatePackRecord {
    let connection: any StoreConnection

    /// The columns with the rights of a pack, in the tables `gate_pack` and `gate_device`.
    static let rightsColumns = "proof, shows_names, gates, sub_event, phone_search"

    private static let columns = "event, number, name, device, made, expires, \(rightsColumns), heads"

    /// The description of the pack; nil in a main store.
    public func current() throws -> GatePack? {
        try connection.first("SELECT \(GatePackRecord.columns) FROM gate_pack", []) { row in
            guard let heads = ChainHead.parse(row.optionalText(11) ?? "") ?? (row.isNull(11) ? [] : nil) else {
                throw InvalidColumnValue(column: 11, value: row.text(11), kind: "list of heads")
            }
            return GatePack(
                event: try row.value(0), number: try row.number(1), name: row.text(2),
                device: try AdmissionLedger.device(row, column: 3), made: try row.instant(4),
                expires: try row.instant(5), rights: try GatePackRecord.rights(row, from: 6), heads: heads)
        }
    }

    static func rights(_ row: any SQLRow, from column: Int) throws -> GatePack.Rights {
        GatePack.Rights(
            verificationMethod: try row.value(column), includesHolderNames: try row.flag(column + 1),
            gates: row.optionalText(column + 2)?.split(separator: "\n").map(String.init) ?? [],
            subEvent: try row.optionalNumber(column + 3), allowsPhoneSearch: try row.flag(column + 4))
    }

    /// The values of `rightsColumns`.
    static func values(_ rights: GatePack.Rights) -> [SQLValue] {
        [
            .text(rights.verificationMethod.rawValue), .int(rights.includesHolderNames ? 1 : 0),
            .optional(rights.gates.isEmpty ? nil : rights.gates.joined(separator: "\n")), .optional(rights.subEvent),
            .int(rights.allowsPhoneSearch ? 1 : 0),
        ]
    }

    /// The pack's number; nil in a main store. This query runs for every scan.
    public func number() throws -> Int? {
        try connection.first("SELECT number FROM gate_pack", []) { try $0.number(0) }
    }

    func insert(_ pack: GatePack) throws {
        try connection.execute(
            """
            INSERT INTO gate_pack (\(GatePackRecord.columns))
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
            """,
            [
                .int(pack.event.rawValue), .int(pack.number), .text(pack.name), .blob(pack.device.bytes),
                .instant(pack.made), .instant(pack.expires),
            ] + GatePackRecord.values(pack.rights) + [.optional(ChainHead.encoded(pack.heads))])
    }

    /// Replaces the pack's description with a description that has a higher pack number. Changes nothing and returns
    /// false if the stored event, device and number are no longer those of `before`, or if the number would not
    /// increase.
    func advance(from before: GatePack, to pack: GatePack) throws -> Bool {
        try connection.execute(
            """
            UPDATE gate_pack SET number = $1, made = $2, expires = $3, heads = $4
            WHERE event = $5 AND device = $6 AND number = $7 AND number < $1
            """,
            [
                .int(pack.number), .instant(pack.made), .instant(pack.expires),
                .optional(ChainHead.encoded(pack.heads)),
                .int(pack.event.rawValue), .blob(pack.device.bytes), .int(before.number),
            ]) == 1
    }

    /// The key material with which a pack's gate verifies the tokens of one issuer key.
    public struct Key: Sendable {
        public enum Purpose: String, Sendable {
            /// No key material: the pack has a list of the tokens of this issuer key.
            case listed
            /// The secret of suite 1. The gate uses this secret only to verify tokens, but anyone with the secret could
            /// also create tokens.
            case mac
            /// The public key of suite 2, which verifies tokens.
            case ed25519
            /// The key that verifies live codes. It can't create tickets.
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

    /// The keys with which the pack's gate verifies tokens.
    public func keys() throws -> [Key] {
        try connection.all(
            "SELECT purpose, number, material FROM gate_pack_key WHERE purpose <> 'phone' ORDER BY purpose, number", []
        ) { row in
            Key(try row.value(0), number: try row.byte(1), material: SecretBytes(copying: row.blob(2).span))
        }
    }

    /// The secret key of the pack's hashes of phone numbers (`PhoneEndingHashes`). Nil in a main store, and in a pack
    /// without such hashes. Anyone with the file can change the pack, so the result is also nil if the key does not
    /// have the length that the program uses.
    func phoneSearchKey() throws -> SecretBytes? {
        try connection.first(
            """
            SELECT material FROM gate_pack_key
            WHERE purpose = 'phone' AND number = 0 AND length(material) = \(PhoneEndingHashes.keyLength)
            """, []
        ) { SecretBytes(copying: $0.blob(0).span) }
    }

    /// Replaces all keys of the pack.
    ///
    /// - Parameters:
    ///   - phoneSearchKey: the secret key that the method `phoneSearchKey` returns; nil for a pack without hashes of
    ///     phone numbers.
    func replaceKeys(_ keys: [Key], phoneSearchKey: SecretBytes?) throws {
        func row(_ purpose: String, _ number: UInt8, _ material: SecretBytes) -> [SQLValue] {
            [.text(purpose), .int(number), .blob(material.withBytes { bytes in bytes.indices.map { bytes[$0] } })]
        }
        try connection.execute("DELETE FROM gate_pack_key", [])
        try connection.execute(
            "INSERT INTO gate_pack_key (purpose, number, material) VALUES ($1, $2, $3)",
            rows: keys.map { row($0.purpose.rawValue, $0.number, $0.material) }
                + (phoneSearchKey.map { [row("phone", 0, $0)] } ?? []))
    }
}
