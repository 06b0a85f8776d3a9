import COpenSSL

/// scrypt (RFC 7914): derives a key from a passphrase. The derivation requires much memory, which makes guessing the
/// passphrase expensive.
public enum Scrypt {
    /// The cost parameters. The required memory is 128 · n · r bytes.
    public struct Cost: Hashable, Sendable {
        public let n: UInt64
        public let r: UInt64
        public let p: UInt64

        public init(n: UInt64, r: UInt64, p: UInt64) {
            self.n = n
            self.r = r
            self.p = p
        }

        /// n = 2¹⁷, r = 8, p = 1: one derivation takes 128 MiB of memory and some tenths of a second.
        public static let interactive = Cost(n: 1 << 17, r: 8, p: 1)
    }

    /// Derives a key from the passphrase.
    ///
    /// - Parameter count: the length of the key, in bytes.
    /// - Throws: `OpenSSLError`, also if RFC 7914 §2 does not allow the cost parameters, or if they require more than
    ///   1 GiB of memory.
    public static func derive(
        from passphrase: SecretBytes, salt: [UInt8], cost: Cost, count: Int
    ) throws -> SecretBytes {
        try SecretBytes(count: count) { buffer in
            let isDerived = unsafe buffer.withUnsafeMutableBufferPointer { buffer in
                passphrase.withBytes { passphrase in
                    unsafe passphrase.withUnsafeBytes { passphrase in
                        // The memory limit is 1 GiB, because OpenSSL's default of 32 MiB would be too low.
                        unsafe EVP_PBE_scrypt(
                            passphrase.baseAddress?.assumingMemoryBound(to: CChar.self), passphrase.count, salt,
                            salt.count, cost.n, cost.r, cost.p, 1 << 30, buffer.baseAddress, buffer.count) == 1
                    }
                }
            }
            guard isDerived else { throw OpenSSLError(.deriveKeyWithScrypt) }
        }
    }
}
