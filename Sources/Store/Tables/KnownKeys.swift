import Cryptography

extension StoreConnection {
    public var knownKeys: KnownKeys { KnownKeys(connection: self) }
}

/// Which issuer keys this store was used with: number and check value, never the key.
public struct KnownKeys {
    let connection: any StoreConnection

    /// Remembers the keys of a ring.
    ///
    /// - Throws: `StoreError.otherKey` when a number is known with another check value; then nothing is remembered.
    public func remember(_ keys: [(number: UInt8, check: [UInt8])]) throws {
        let missing = try keys.filter { key in
            guard let known = try checkValue(of: key.number) else { return true }
            guard known == key.check else {
                throw StoreError.otherKey(
                    number: key.number, known: Hexadecimal.text(known), given: Hexadecimal.text(key.check))
            }
            return false
        }
        for key in missing {
            try connection.execute(
                "INSERT INTO issuer_key (number, check_value) VALUES ($1, $2)", [.int(key.number), .blob(key.check)])
        }
    }

    private func checkValue(of number: UInt8) throws -> [UInt8]? {
        try connection.first("SELECT check_value FROM issuer_key WHERE number = $1", [.int(number)]) { $0.blob(0) }
    }
}
