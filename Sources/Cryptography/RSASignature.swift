import COpenSSL

/// RS256 (RFC 7518 §3.3): RSASSA-PKCS1-v1_5 with SHA-256. Signing the same message twice gives the same signature.
public enum RSASignature {
    /// The minimum key length that RFC 7518 requires, in bits.
    public static let leastBits = 2048

    /// A private RSA key.
    public final class Key {
        private let key: PrivateKey

        /// Reads a key.
        ///
        /// - Parameter pem: an unencrypted key in PEM, in the format PKCS#8 or PKCS#1.
        /// - Throws: `CertificateFault` if the text contains no RSA key, or if the key has fewer than 2048 bits.
        public init(pem: SecretBytes) throws {
            guard let key = try PrivateKey.first(inPEM: pem, passphrase: nil) else { throw CertificateFault.noRSAKey }
            guard unsafe EVP_PKEY_is_a(key.handle, "RSA") == 1 else { throw CertificateFault.noRSAKey }
            let bits = unsafe Int(EVP_PKEY_get_bits(key.handle))
            guard bits >= RSASignature.leastBits else {
                throw CertificateFault.shortKey(bits: bits, least: RSASignature.leastBits)
            }
            self.key = key
        }

        /// The length of a signature, in bytes.
        public var signatureBytes: Int { unsafe Int(EVP_PKEY_get_size(key.handle)) }

        /// The signature of a message. The signature is as long as the key's modulus.
        ///
        /// - Throws: `OpenSSLError`.
        public func signature(of message: [UInt8]) throws -> [UInt8] {
            let context = try DigestContext()
            var length = 0
            guard unsafe EVP_DigestSignInit(context.handle, nil, Algorithm.sha256, nil, key.handle) == 1,
                unsafe EVP_DigestSign(context.handle, nil, &length, message, message.count) == 1
            else { throw OpenSSLError(.signWithRSA) }
            return unsafe try [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
                var written = length
                guard unsafe EVP_DigestSign(context.handle, buffer.baseAddress, &written, message, message.count) == 1
                else { throw OpenSSLError(.signWithRSA) }
                count = written
            }
        }
    }
}
