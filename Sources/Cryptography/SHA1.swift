import COpenSSL

/// SHA-1 (FIPS 180-4), for formats that require it: the list of files in an Apple Wallet pass contains SHA-1 digests.
/// Do not use SHA-1 for anything else, because it is no longer secure.
public enum SHA1 {
    /// The length of a digest, in bytes.
    public static let length = 20

    /// The 20-byte digest of `bytes`.
    ///
    /// - Throws: `OpenSSLError`, for example if the machine's configuration disables SHA-1.
    public static func digest(_ bytes: [UInt8]) throws -> [UInt8] {
        unsafe try [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
            var written: UInt32 = 0
            guard unsafe EVP_Digest(bytes, bytes.count, buffer.baseAddress, &written, Algorithm.sha1, nil) == 1 else {
                throw OpenSSLError(.makeSHA1Digest)
            }
            count = Int(written)
        }
    }
}
