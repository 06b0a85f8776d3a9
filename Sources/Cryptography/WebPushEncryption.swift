/// Encrypts push messages (RFC 8291) with the content coding `aes128gcm` (RFC 8188). Only the browser can decrypt them.
public enum WebPushEncryption {
    public static let authenticationSecretLength = 16
    private static let saltLength = 16
    /// The maximum size of a record, in bytes. A record is an encrypted block of a message (RFC 8188 §2); here, each
    /// message has only one.
    private static let recordSize: UInt32 = 4096
    /// The length of the header, in bytes. The header contains the salt, the size of a record, and the sender's public
    /// key with its length.
    private static let headerLength = saltLength + 4 + 1 + P256.publicKeyLength
    /// The byte that follows the plaintext of the last record (RFC 8188 §2).
    private static let lastRecord: UInt8 = 2
    /// The maximum length of a plaintext, in bytes. The encrypted message then has 4,096 bytes. Every push service
    /// accepts a message of this size (RFC 8030 §7.2).
    public static let longestPlaintext = Int(recordSize) - headerLength - AESGCM.tagLength - 1

    /// Encrypts a message with a new key and a new salt.
    ///
    /// - Parameters:
    ///   - plaintext: at most `longestPlaintext` bytes.
    ///   - receiver: the public key of the browser's subscription.
    ///   - secret: the authentication secret of the subscription, 16 bytes.
    /// - Throws: `OpenSSLError`, also if the plaintext is too long, or if the secret does not have 16 bytes.
    public static func encrypt(_ plaintext: [UInt8], to receiver: P256.PublicKey, secret: [UInt8]) throws -> [UInt8] {
        let salt = try SecretBytes.random(count: saltLength).withBytes { salt in salt.indices.map { salt[$0] } }
        return try encrypt(plaintext, to: receiver, secret: secret, key: P256.Key.random().key, salt: salt)
    }

    /// Encrypts a message with a given key and salt. Use each key and salt only once.
    package static func encrypt(
        _ plaintext: [UInt8], to receiver: P256.PublicKey, secret: [UInt8], key sender: P256.Key, salt: [UInt8]
    ) throws -> [UInt8] {
        guard plaintext.count <= longestPlaintext, secret.count == authenticationSecretLength,
            salt.count == saltLength
        else { throw OpenSSLError(.sealWithAESGCM) }
        let input = try HKDF.derive(
            from: sender.sharedSecret(with: receiver), salt: secret,
            info: Array("WebPush: info\0".utf8) + receiver.bytes + sender.publicKey, count: 32)
        let key = try HKDF.derive(
            from: input, salt: salt, info: Array("Content-Encoding: aes128gcm\0".utf8),
            count: AESGCM.KeySize.bits128.rawValue)
        let nonce = try HKDF.derive(
            from: input, salt: salt, info: Array("Content-Encoding: nonce\0".utf8), count: AESGCM.nonceLength)
        let record = plaintext + [lastRecord]
        let sealed = try AESGCM.seal(
            SecretBytes(copying: record.span), key: key,
            nonce: nonce.withBytes { nonce in nonce.indices.map { nonce[$0] } }, binding: [], size: .bits128)
        let size = (0..<4).map { UInt8(truncatingIfNeeded: recordSize >> UInt32(24 - 8 * $0)) }
        return salt + size + [UInt8(P256.publicKeyLength)] + sender.publicKey + sealed
    }
}
