import COpenSSL

/// The elliptic curve P-256 (FIPS 186-5): keys, key agreement (ECDH), and signatures in the form ES256 (RFC 7518 §3.4).
public enum P256 {
    /// The length of a private key, in bytes.
    public static let privateKeyLength = 32
    /// The length of a public key, in bytes: the byte 4, then both coordinates (SEC 1 §2.3.3).
    public static let publicKeyLength = 65

    /// A public key: a point of the curve.
    public struct PublicKey: Sendable {
        /// The 65 bytes of the point.
        public let bytes: [UInt8]
        fileprivate let key: PrivateKey

        /// The DER encoding of everything that precedes the point in a SubjectPublicKeyInfo (RFC 5480 §2).
        private static let prefix: [UInt8] = [
            0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86, 0x48,
            0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
        ]

        /// Nil if the bytes are not an uncompressed point of the curve.
        public init?(_ bytes: [UInt8]) {
            guard bytes.count == P256.publicKeyLength, bytes.first == 4 else { return nil }
            let encoded = PublicKey.prefix + bytes
            let handle = unsafe encoded.withUnsafeBufferPointer { buffer in
                var start = buffer.baseAddress
                return unsafe d2i_PUBKEY(nil, &start, buffer.count)
            }
            guard let handle = unsafe handle else {
                ERR_clear_error()
                return nil
            }
            key = unsafe PrivateKey(handle)
            self.bytes = bytes
        }
    }

    /// A private key with its public key.
    public final class Key: Sendable {
        /// The public key, 65 bytes.
        public let publicKey: [UInt8]
        private let key: PrivateKey

        /// The DER encoding of everything that precedes the private key in an ECPrivateKey (RFC 5915 §3). `suffix` is
        /// the encoding of everything after the private key.
        private static let prefix: [UInt8] = [0x30, 0x31, 0x02, 0x01, 0x01, 0x04, 0x20]
        private static let suffix: [UInt8] = [0xA0, 0x0A, 0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]

        /// - Parameter secret: the private key as a number of 32 bytes, most significant byte first.
        /// - Returns: nil if the number does not have 32 bytes, or is not a private key of the curve.
        /// - Throws: `OpenSSLError`.
        public init?(_ secret: SecretBytes) throws {
            guard secret.count == P256.privateKeyLength else { return nil }
            let encoded = secret.withBytes { secret in
                SecretBytes(count: Key.prefix.count + secret.count + Key.suffix.count) { buffer in
                    for (index, byte) in Key.prefix.enumerated() { buffer[index] = byte }
                    for index in secret.indices { buffer[Key.prefix.count + index] = secret[index] }
                    let end = Key.prefix.count + secret.count
                    for (index, byte) in Key.suffix.enumerated() { buffer[end + index] = byte }
                }
            }
            // OpenSSL computes the public key.
            let handle = unsafe encoded.withBytes { encoded in
                unsafe encoded.withUnsafeBufferPointer { buffer in
                    var start = buffer.baseAddress
                    return unsafe d2i_PrivateKey(EVP_PKEY_EC, nil, &start, buffer.count)
                }
            }
            guard let handle = unsafe handle else {
                ERR_clear_error()
                return nil
            }
            key = unsafe PrivateKey(handle)
            guard let context = unsafe EVP_PKEY_CTX_new(handle, nil) else { throw OpenSSLError(.readPrivateKey) }
            defer { unsafe EVP_PKEY_CTX_free(context) }
            guard unsafe EVP_PKEY_check(context) == 1 else {
                ERR_clear_error()
                return nil
            }
            publicKey = try Key.point(of: key)
        }

        /// Makes a new key.
        ///
        /// - Returns: the key, and the number that is its private key. `init` makes the same key from this number.
        /// - Throws: `OpenSSLError`.
        public static func random() throws -> (key: Key, secret: SecretBytes) {
            // The probability that a random number of 32 bytes is not a private key is only 2⁻³².
            while true {
                let secret = try SecretBytes.random(count: P256.privateKeyLength)
                if let key = try Key(secret) { return (key, secret) }
            }
        }

        private static func point(of key: PrivateKey) throws -> [UInt8] {
            unsafe try [UInt8](unsafeUninitializedCapacity: P256.publicKeyLength) { buffer, count in
                var written = 0
                guard
                    unsafe EVP_PKEY_get_octet_string_param(
                        key.handle, "encoded-pub-key", buffer.baseAddress, P256.publicKeyLength, &written) == 1,
                    written == P256.publicKeyLength
                else { throw OpenSSLError(.readPrivateKey) }
                count = written
            }
        }

        /// The secret that both keys agree on (ECDH): the x-coordinate of the common point, 32 bytes.
        ///
        /// - Throws: `OpenSSLError`.
        public func sharedSecret(with peer: PublicKey) throws -> SecretBytes {
            guard let context = unsafe EVP_PKEY_CTX_new(key.handle, nil) else { throw OpenSSLError(.deriveKey) }
            defer { unsafe EVP_PKEY_CTX_free(context) }
            return try SecretBytes(count: P256.privateKeyLength) { buffer in
                let isDerived = unsafe buffer.withUnsafeMutableBufferPointer { buffer in
                    var count = buffer.count
                    return unsafe EVP_PKEY_derive_init(context) == 1
                        && EVP_PKEY_derive_set_peer(context, peer.key.handle) == 1
                        && EVP_PKEY_derive(context, buffer.baseAddress, &count) == 1 && count == buffer.count
                }
                guard isDerived else { throw OpenSSLError(.deriveKey) }
            }
        }

        /// The signature of a message with ECDSA and SHA-256: the numbers r and s, 32 bytes each (RFC 7518 §3.4). Each
        /// call returns a different signature, even for the same message.
        ///
        /// - Throws: `OpenSSLError`.
        public func signature(of message: [UInt8]) throws -> [UInt8] {
            let context = try DigestContext()
            var length = 0
            guard unsafe EVP_DigestSignInit(context.handle, nil, Algorithm.sha256, nil, key.handle) == 1,
                unsafe EVP_DigestSign(context.handle, nil, &length, message, message.count) == 1
            else { throw OpenSSLError(.signMessage) }
            let encoded = unsafe try [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
                var written = length
                guard unsafe EVP_DigestSign(context.handle, buffer.baseAddress, &written, message, message.count) == 1
                else { throw OpenSSLError(.signMessage) }
                count = written
            }
            guard let signature = Key.numbers(inDER: encoded) else { throw OpenSSLError(.encodeSignature) }
            return signature
        }

        /// The numbers r and s, 32 bytes each, of a signature that OpenSSL has encoded as a SEQUENCE of two INTEGERs;
        /// nil if the encoding is malformed.
        private static func numbers(inDER encoded: [UInt8]) -> [UInt8]? {
            var rest = encoded[...]
            guard rest.popFirst() == 0x30, let length = rest.popFirst(), rest.count == Int(length) else { return nil }
            var numbers: [UInt8] = []
            for _ in 0..<2 {
                guard rest.popFirst() == 0x02, let length = rest.popFirst(), rest.count >= Int(length) else {
                    return nil
                }
                let digits = rest.prefix(Int(length)).drop { $0 == 0 }
                guard digits.count <= P256.privateKeyLength else { return nil }
                numbers += [UInt8](repeating: 0, count: P256.privateKeyLength - digits.count) + digits
                rest = rest.dropFirst(Int(length))
            }
            return rest.isEmpty ? numbers : nil
        }
    }
}
