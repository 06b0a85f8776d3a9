import COpenSSL

/// SHA-256 (FIPS 180-4).
public enum SHA256 {
    /// Bytes of a digest.
    public static let length = 32

    /// The 32-byte digest of `bytes`. For many digests in a row keep a `SHA256Hasher`.
    public static func digest(_ bytes: [UInt8]) throws -> [UInt8] { try SHA256Hasher().digest(bytes) }
}

/// SHA-256, cheap when called often: OpenSSL's context is made once.
///
/// Not `Sendable`: it holds the state of one computation. Use one a thread.
public final class SHA256Hasher {
    private let context: DigestContext

    /// - Throws: `OpenSSLError`.
    public init() throws {
        context = try DigestContext()
    }

    /// The 32-byte digest of `bytes`.
    public func digest(_ bytes: [UInt8]) throws -> [UInt8] {
        unsafe try [UInt8](unsafeUninitializedCapacity: SHA256.length) { room, count in
            var written: UInt32 = 0
            let isMade = unsafe bytes.withUnsafeBytes { bytes in
                unsafe EVP_DigestInit_ex(context.handle, Algorithm.sha256, nil) == 1
                    && EVP_DigestUpdate(context.handle, bytes.baseAddress, bytes.count) == 1
                    && EVP_DigestFinal_ex(context.handle, room.baseAddress, &written) == 1
            }
            guard isMade else { throw OpenSSLError("make a SHA-256 digest") }
            count = Int(written)
        }
    }
}
