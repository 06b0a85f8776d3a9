import Cryptography
import Store
import Ticketing

/// How a password becomes what the store keeps, at a price that makes guessing dear.
struct PasswordStretching: Sendable {
    /// N = 2¹⁵, r = 8, p = 3: 32 MiB, some tenths of a second. No more memory: a small server does it beside other work.
    static let scrypt = PasswordStretching(cost: Scrypt.Cost(n: 1 << 15, r: 8, p: 3)) {
        try Scrypt.derive(from: $0, salt: $1, cost: $2, count: $3)
    }

    private static let hashLength = 32
    private static let saltLength = 16

    /// What new passwords cost; older ones keep theirs until their user signs in.
    let cost: Scrypt.Cost
    let derive: @Sendable (SecretBytes, _ salt: [UInt8], Scrypt.Cost, _ count: Int) throws -> SecretBytes

    func credential(of password: NewPassword, at now: Instant) throws -> Credentials.Credential {
        try credential(of: password.bytes, changed: now)
    }

    /// A credential of the same password at today's cost. Nil for one that cost no less.
    func renewed(_ credential: Credentials.Credential, of password: SecretBytes) throws -> Credentials.Credential? {
        guard credential.cost.work < cost.work else { return nil }
        return try self.credential(of: password, changed: credential.changed)
    }

    private func credential(of password: SecretBytes, changed: Instant) throws -> Credentials.Credential {
        var random = SystemRandomNumberGenerator()
        let salt = (0..<PasswordStretching.saltLength).map { _ in UInt8.random(in: 0...255, using: &random) }
        let hash = try derive(password, salt, cost, PasswordStretching.hashLength)
        return Credentials.Credential(
            salt: salt, cost: cost, hash: hash.withBytes { hash in hash.indices.map { hash[$0] } }, changed: changed)
    }

    /// Whether a password is the one behind a credential. Nobody's takes as long, and is never right: who waits for the
    /// answer does not learn whose account there is.
    func isRight(_ password: SecretBytes, for credential: Credentials.Credential?) throws -> Bool {
        let salt = credential?.salt ?? [UInt8](repeating: 0, count: PasswordStretching.saltLength)
        let hash = try derive(password, salt, credential?.cost ?? cost, PasswordStretching.hashLength)
        guard let credential else { return false }
        return hash.withBytes { ConstantTime.equal($0, credential.hash.span) }
    }
}

extension Scrypt.Cost {
    /// Blocks that are mixed.
    fileprivate var work: UInt64 { n &* r &* p }
}
