import COpenSSL

/// HKDF with SHA-256 (RFC 5869): keys of their own for each purpose, from one key.
public enum HKDF {
    /// Extract, then expand.
    ///
    /// - Parameters:
    ///   - salt: may be empty, which RFC 5869 §2.2 reads as 32 zeros.
    ///   - count: bytes wanted, 1…8160.
    /// - Throws: `OpenSSLError`, also for a count outside its range.
    public static func derive(
        from key: SecretBytes, salt: [UInt8] = [], info: [UInt8], count: Int
    ) throws -> SecretBytes {
        guard let hkdf = unsafe Algorithm.hkdf, let context = unsafe EVP_KDF_CTX_new(hkdf) else {
            throw OpenSSLError("set up HKDF-SHA-256")
        }
        defer { unsafe EVP_KDF_CTX_free(context) }
        return try SecretBytes(count: count) { room in
            let isDerived = unsafe room.withUnsafeMutableBufferPointer { room in
                key.withBytes { key in
                    unsafe key.withUnsafeBytes { key in
                        unsafe salt.withUnsafeBytes { salt in
                            unsafe info.withUnsafeBytes { info in
                                // No salt and an empty one are the same; OpenSSL takes no NULL for one.
                                let parameters = unsafe [
                                    .text("digest", "SHA2-256"), .bytes("key", key), .bytes("info", info),
                                    salt.count > 0 ? OSSL_PARAM.bytes("salt", salt) : .end, .end,
                                ]
                                return unsafe EVP_KDF_derive(context, room.baseAddress, room.count, parameters) == 1
                            }
                        }
                    }
                }
            }
            guard isDerived else { throw OpenSSLError("derive a key") }
        }
    }
}
