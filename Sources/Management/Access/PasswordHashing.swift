import Cryptography
import Store
import Ticketing

/// Hashes passwords with scrypt, at a cost that makes guessing expensive.
struct PasswordHashing: Sendable {
    /// N = 2¹⁵, r = 8, p = 3. One hash takes 32 MiB of memory and some tenths of a second. More memory would be too
    /// much for small servers.
    static let scrypt = PasswordHashing(cost: Scrypt.Cost(n: 1 << 15, r: 8, p: 3)) {
        try Scrypt.derive(from: $0, salt: $1, cost: $2, count: $3)
    }

    private static let hashLength = 32
    private static let saltLength = 16

    /// The cost of new hashes. A stored hash with a lower cost is replaced when its user signs in.
    let cost: Scrypt.Cost
    let derive: @Sendable (SecretBytes, _ salt: [UInt8], Scrypt.Cost, _ count: Int) throws -> SecretBytes

    /// Hashes a new password with a random salt.
    func credential(of password: NewPassword, at now: Instant) throws -> Credentials.Credential {
        try credential(of: password.bytes, changed: now)
    }

    /// Hashes the same password again at the current cost. Nil if the stored hash was made at this cost or at a higher
    /// cost.
    func upgraded(_ credential: Credentials.Credential, of password: SecretBytes) throws -> Credentials.Credential? {
        guard credential.cost.blockCount < cost.blockCount else { return nil }
        return try self.credential(of: password, changed: credential.changed)
    }

    private func credential(of password: SecretBytes, changed: Instant) throws -> Credentials.Credential {
        var random = SystemRandomNumberGenerator()
        let salt = (0..<PasswordHashing.saltLength).map { _ in UInt8.random(in: 0...255, using: &random) }
        let hash = try derive(password, salt, cost, PasswordHashing.hashLength)
        return Credentials.Credential(
            salt: salt, cost: cost, hash: hash.withBytes { hash in hash.indices.map { hash[$0] } }, changed: changed)
    }

    /// Whether a password matches a credential. A nil credential never matches, but its check takes equally long, so
    /// that the time does not reveal which accounts exist.
    func matches(_ password: SecretBytes, for credential: Credentials.Credential?) throws -> Bool {
        let salt = credential?.salt ?? [UInt8](repeating: 0, count: PasswordHashing.saltLength)
        let hash = try derive(password, salt, credential?.cost ?? cost, PasswordHashing.hashLength)
        guard let credential else { return false }
        return hash.withBytes { ConstantTime.equal($0, credential.hash.span) }
    }
}

extension Scrypt.Cost {
    /// The number of blocks that scrypt mixes, as a measure of the cost.
    fileprivate var blockCount: UInt64 { n &* r &* p }
}
