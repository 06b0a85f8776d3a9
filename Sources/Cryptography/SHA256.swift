import COpenSSL

/// SHA-256 (FIPS 180-4).
public enum SHA256 {
    /// The length of a digest, in bytes.
    public static let length = 32

    /// The 32-byte digest of `bytes`. To compute many digests, reuse a `SHA256Hasher`.
    public static func digest(_ bytes: [UInt8]) throws -> [UInt8] { try SHA256Hasher().digest(bytes) }
}

/// Computes the SHA-256 digests of many short inputs, and reuses one OpenSSL context for all of them.
///
/// Not `Sendable`: an instance contains the state of one computation. Use one instance for each thread.
public final class SHA256Hasher {
    private let context: DigestContext

    /// Creates the OpenSSL context.
    ///
    /// - Throws: `OpenSSLError`.
    public init() throws {
        context = try DigestContext()
    }

    /// The 32-byte digest of `bytes`.
    public func digest(_ bytes: [UInt8]) throws -> [UInt8] {
        try context.beginSHA256()
        try context.add(bytes)
        return try context.endSHA256()
    }
}

/// SHA-256 of data that arrives in parts.
///
/// Not `Sendable`: an instance contains the state of one computation.
public final class SHA256Stream {
    private let context: DigestContext

    /// Begins a digest.
    ///
    /// - Throws: `OpenSSLError`.
    public init() throws {
        context = try DigestContext()
        try context.beginSHA256()
    }

    public func add(_ bytes: [UInt8]) throws { try context.add(bytes) }

    /// The 32-byte digest of all added bytes. The stream cannot be used afterwards.
    public func digest() throws -> [UInt8] { try context.endSHA256() }
}

extension DigestContext {
    fileprivate borrowing func beginSHA256() throws {
        guard unsafe EVP_DigestInit_ex(handle, Algorithm.sha256, nil) == 1 else {
            throw OpenSSLError(.beginSHA256Digest)
        }
    }

    fileprivate borrowing func add(_ bytes: [UInt8]) throws {
        let handle = unsafe handle
        let isAdded = unsafe bytes.withUnsafeBytes { unsafe EVP_DigestUpdate(handle, $0.baseAddress, $0.count) == 1 }
        guard isAdded else { throw OpenSSLError(.addToSHA256Digest) }
    }

    fileprivate borrowing func endSHA256() throws -> [UInt8] {
        let handle = unsafe handle
        return unsafe try [UInt8](unsafeUninitializedCapacity: SHA256.length) { buffer, count in
            var written: UInt32 = 0
            guard unsafe EVP_DigestFinal_ex(handle, buffer.baseAddress, &written) == 1 else {
                throw OpenSSLError(.makeSHA256Digest)
            }
            count = Int(written)
        }
    }
}
