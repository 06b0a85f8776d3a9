import Cryptography

/// An issuer key's secret, encrypted with a passphrase. The encryption is AES-256-GCM, with a key that is derived from
/// the passphrase with scrypt. The encryption also authenticates the fields of the key file that never change.
struct SealedSecret: Hashable, Sendable {
    static let saltLength = 16

    let cost: Scrypt.Cost
    let salt: [UInt8]
    let nonce: [UInt8]
    /// The ciphertext, followed by the authentication tag.
    let box: [UInt8]

    /// Whether the cost of deriving the key is acceptable: 16 MiB to 512 MiB of memory, and a limited time. The lower
    /// limit makes it expensive to guess the passphrase. The upper limits prevent a forged file from overloading the
    /// machine.
    static func isReasonable(_ cost: Scrypt.Cost) -> Bool {
        cost.n.nonzeroBitCount == 1 && (1 << 14...1 << 19).contains(cost.n) && cost.r == 8 && (1...4).contains(cost.p)
    }

    static func seal(_ secret: SecretBytes, passphrase: SecretBytes, binding data: [UInt8]) throws -> SealedSecret {
        let cost = Scrypt.Cost.interactive
        let salt = try randomBytes(saltLength)
        let nonce = try randomBytes(AESGCM.nonceLength)
        let key = try Scrypt.derive(from: passphrase, salt: salt, cost: cost, count: AESGCM.keyLength)
        let box = try AESGCM.seal(secret, key: key, nonce: nonce, binding: data)
        return SealedSecret(cost: cost, salt: salt, nonce: nonce, box: box)
    }

    /// Decrypts the secret. Returns nil if the passphrase is wrong, or if the ciphertext or `data` was altered.
    func open(passphrase: SecretBytes, binding data: [UInt8]) throws -> SecretBytes? {
        let key = try Scrypt.derive(from: passphrase, salt: salt, cost: cost, count: AESGCM.keyLength)
        return try AESGCM.open(box, key: key, nonce: nonce, binding: data)
    }

    private static func randomBytes(_ count: Int) throws -> [UInt8] {
        try SecretBytes.random(count: count).withBytes { bytes in bytes.indices.map { bytes[$0] } }
    }
}

extension IssuerKey {
    /// The data that a sealed secret authenticates: those fields of the key file that never change.
    static func binding(number: UInt8, created: String, check: [UInt8]) -> [UInt8] {
        Array("eventpass key v1\nnumber: \(number)\ncreated: \(created)\ncheck: \(Hexadecimal.text(check))\n".utf8)
    }
}
