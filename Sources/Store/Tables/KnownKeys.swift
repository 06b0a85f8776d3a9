import Cryptography

extension StoreConnection {
    public var knownKeys: KnownKeys { KnownKeys(connection: self) }
}

/// Which issuer keys this store was used with: number and check value, never the key.
public struct KnownKeys {
    let connection: any StoreConnection

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
