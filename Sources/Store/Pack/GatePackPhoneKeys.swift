import Cryptography
import Ticketing

/// Writes the search keys of phone numbers into a gate pack. With these keys, a search for the last digits of a phone
/// number finds tickets. A key in the main store has the digits themselves; a key in a pack has hashes of the digits
/// (`PhoneEndingHashes`). In the pack's table `ticket_name`, the column `packed` is 0 in the rows with these keys, and
/// 1 in the rows that are copied unchanged.
struct GatePackPhoneKeys {
    private static let insertion = """
        INSERT INTO ticket_name (event, serial, name, packed) VALUES ($1, $2, $3, 0)
        ON CONFLICT (event, serial, name) DO NOTHING
        """

    let event: EventNumber
    /// The secret key with which the hashes are computed, not a search key.
    let hashKey: SecretBytes
    private let hashes: PhoneEndingHashes

    /// - Parameter hashKey: the secret key with which the hashes are computed; nil for a new random key.
    init(of event: EventNumber, hashKey: SecretBytes?) throws {
        self.event = event
        self.hashKey = try hashKey ?? SecretBytes.random(count: PhoneEndingHashes.keyLength)
        hashes = try PhoneEndingHashes(key: self.hashKey)
    }

    /// Adds the keys of all tickets of the main store to a new pack.
    func write(from mainStore: any StoreConnection, to pack: any StoreConnection) throws {
        try forEach(in: mainStore, where: "serial > $2", [.int(0)]) { serial, key in
            try insert(key, of: serial, into: pack)
        }
    }

    /// Replaces the keys of tickets in the pack with keys from the main store.
    func replace(of serials: [Serial], from mainStore: any StoreConnection, to pack: any StoreConnection) throws {
        for part in SerialList.chunks(serials) {
            let list = SerialList(part, from: 2)
            let condition = "serial IN (\(list.placeholders))"
            try pack.execute(
                "DELETE FROM ticket_name WHERE event = $1 AND \(condition) AND packed = 0",
                [.int(event.rawValue)] + list.values)
            try forEach(in: mainStore, where: condition, list.values) { serial, key in
                try insert(key, of: serial, into: pack)
            }
        }
    }

    /// The tickets whose keys in the pack differ from the keys that `write` would store for them now.
    ///
    /// - Parameters:
    ///   - tickets: the serials of all tickets of the main store from `first` to `last`.
    func differences(
        of tickets: Set<Int64>, from first: Int64, through last: Int64, _ mainStore: any StoreConnection,
        _ pack: any StoreConnection
    ) throws -> [Serial] {
        var missing: [Int64: Set<String>] = [:]
        try forEach(in: mainStore, where: "serial BETWEEN $2 AND $3", [.integer(first), .integer(last)]) {
            missing[Int64($0.rawValue), default: []].insert($1)
        }
        // Anyone with the file can change the pack. Therefore keys that are too long are not read, and the number of
        // results is at most the number of tickets. The query measures each key as a blob, because SQLite counts the
        // characters of a text only up to the first zero byte.
        var differing: Set<Int64> = []
        try pack.forEachRow(
            """
            SELECT serial, CASE WHEN length(CAST(name AS BLOB)) <= \(PhoneEndingHashes.longestSearchKey) THEN name END
            FROM ticket_name WHERE event = $1 AND serial BETWEEN $2 AND $3 AND packed = 0
            """, [.int(event.rawValue), .integer(first), .integer(last)]
        ) { row in
            let serial = row.integer(0)
            let isExpected = row.optionalText(1).flatMap { missing[serial]?.remove($0) } != nil
            if !isExpected, tickets.contains(serial) { differing.insert(serial) }
        }
        for (serial, keys) in missing where !keys.isEmpty { differing.insert(serial) }
        return differing.sorted().compactMap { Serial(rawValue: UInt64($0)) }
    }

    /// Calls `body` with the serial and the hashed key of each phone number of tickets in the main store, in the order
    /// of the serials.
    ///
    /// - Parameters:
    ///   - condition: the SQL condition that selects the tickets; its placeholders begin with `$2`.
    ///   - values: the values of these placeholders.
    private func forEach(
        in mainStore: any StoreConnection, where condition: String, _ values: [SQLValue],
        _ body: (Serial, String) throws -> Void
    ) throws {
        let mark = NameSearchKeys.beginning(phoneEnding: "")
        try mainStore.forEachRow(
            """
            SELECT serial, name FROM ticket_name
            WHERE event = $1 AND \(condition) AND packed = 0 AND substr(name, 1, 1) = '\(mark)' ORDER BY serial, name
            """, [.int(event.rawValue)] + values
        ) { row in
            guard let digits = NameSearchKeys.phoneEnding(of: row.text(1)),
                let key = try hashes.searchKey(ofEnding: digits)
            else { return }
            try body(try row.value(0), key)
        }
    }

    private func insert(_ key: String, of serial: Serial, into pack: any StoreConnection) throws {
        try pack.execute(
            GatePackPhoneKeys.insertion, [.int(event.rawValue), .int(serial.rawValue), .text(key)])
    }
}
