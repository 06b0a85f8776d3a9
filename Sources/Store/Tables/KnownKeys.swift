import Cryptography

extension StoreConnection {
    public var knownKeys: KnownKeys { KnownKeys(connection: self) }
}

/// An issuer key that a store was used with: number and check value, never the key.
public struct KnownKey: Hashable, Sendable, CustomStringConvertible {
    public let number: UInt8
    /// 8 bytes.
    public let check: [UInt8]

    public init(number: UInt8, check: [UInt8]) {
        self.number = number
        self.check = check
    }

    /// "key 1 (check bf27…)"
    public var description: String { "key \(number) (check \(Hexadecimal.text(check)))" }
}

extension [KnownKey] {
    /// "key 1 (check bf27…) and key 2 (check 5156…)"
    public var words: String { map(\.description).joined(separator: " and ") }

    /// How keys that a key ring lacks come back, or are replaced.
    public var remedy: String {
        let number = first.map { "\($0.number)" } ?? "N"
        let next = map(\.number).max().map { $0 < 255 ? "\($0 + 1)" : "N" } ?? "N"
        return """
            where the key is, run eventpass key export --number \(number), and here eventpass key import --number \(number); \
            if it is lost, run eventpass key generate --number \(next), then eventpass ticket reissue EVENT --all
            """
    }
}

/// Which issuer keys this store was used with.
public struct KnownKeys {
    let connection: any StoreConnection

    /// All of them, by number.
    public func all() throws -> [KnownKey] {
        try connection.all("SELECT number, check_value FROM issuer_key ORDER BY number", []) {
            KnownKey(number: try $0.byte(0), check: $0.blob(1))
        }
    }

    /// Those that a ring does not have, not even as retired ones.
    public func missing(from keys: [(number: UInt8, check: [UInt8])]) throws -> [KnownKey] {
        let numbers = Set(keys.map(\.number))
        return try all().filter { !numbers.contains($0.number) }
    }

    /// Remembers the keys of a ring.
    ///
    /// - Throws: `StoreError.otherKey` when a number is known with another check value; the transaction is to be undone.
    public func remember(_ keys: [(number: UInt8, check: [UInt8])]) throws {
        for key in keys {
            guard let known = try checkValue(of: key.number) ?? add(key) else { continue }
            guard known == key.check else {
                throw StoreError.otherKey(
                    number: key.number, known: Hexadecimal.text(known), given: Hexadecimal.text(key.check))
            }
        }
    }

    /// Nil when it was added; the check value of who was faster when not.
    private func add(_ key: (number: UInt8, check: [UInt8])) throws -> [UInt8]? {
        let added = try connection.execute(
            "INSERT INTO issuer_key (number, check_value) VALUES ($1, $2) ON CONFLICT DO NOTHING",
            [.int(key.number), .blob(key.check)])
        return added == 1 ? nil : try checkValue(of: key.number)
    }

    private func checkValue(of number: UInt8) throws -> [UInt8]? {
        try connection.first("SELECT check_value FROM issuer_key WHERE number = $1", [.int(number)]) { $0.blob(0) }
    }
}
