import COpenSSL

/// HKDF with SHA-256 (RFC 5869): derives a separate key for each purpose from one key.
public enum HKDF {
    /// Derives a key with both steps of HKDF: extract, then expand.
    ///
    /// - Parameters:
    ///   - salt: a salt, which may be empty. An empty salt counts as 32 zero bytes (RFC 5869 §2.2).
    ///   - info: the purpose of the derived key, as bytes.
    ///   - count: the length of the derived key, 1…8160 bytes.
    /// - Throws: `OpenSSLError`, also if `count` is outside this range.
    public static func derive(
        from key: SecretBytes, salt: [UInt8] = [], info: [UInt8], count: Int
    ) throws -> SecretBytes {
        guard let hkdf = unsafe Algorithm.hkdf, let context = unsafe EVP_KDF_CTX_new(hkdf) else {
            throw OpenSSLError(.setUpHKDF)
        }
        defer { unsafe EVP_KDF_CTX_free(context) }
        return try SecretBytes(count: count) { buffer in
            let isDerived = unsafe buffer.withUnsafeMutableBufferPointer { buffer in
                key.withBytes { key in
                    unsafe key.withUnsafeBytes { key in
                        unsafe salt.withUnsafeBytes { salt in
                            unsafe info.withUnsafeBytes { info in
                                // The pointer to an empty salt can be null, which OpenSSL does not accept. So an empty
                                // salt is omitted.
                                let parameters = unsafe [
                                    .text("digest", "SHA2-256"), .bytes("key", key), .bytes("info", info),
                                    salt.count > 0 ? OSSL_PARAM.bytes("salt", salt) : .end, .end,
                                ]
                                return unsafe EVP_KDF_derive(context, buffer.baseAddress, buffer.count, parameters) == 1
                            }
                        }
                    }
                }
            }
            guard isDerived else { throw OpenSSLError(.deriveKey) }
        }
    }
}
