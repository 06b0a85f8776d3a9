import COpenSSL

/// scrypt (RFC 7914): a key from a passphrase, at a price in memory.
public enum Scrypt {
    /// How much work: the memory taken is 128 · n · r bytes.
    public struct Cost: Hashable, Sendable {
        public let n: UInt64
        public let r: UInt64
        public let p: UInt64

        public init(n: UInt64, r: UInt64, p: UInt64) {
            self.n = n
            self.r = r
            self.p = p
        }

        /// N = 2¹⁷, r = 8, p = 1: 128 MiB, some tenths of a second.
        public static let interactive = Cost(n: 1 << 17, r: 8, p: 1)
    }

    /// - Parameter count: bytes wanted.
    /// - Throws: `OpenSSLError`, also for a cost that RFC 7914 §2 forbids or over 1 GiB.
    public static func derive(
        from passphrase: SecretBytes, salt: [UInt8], cost: Cost, count: Int
    ) throws -> SecretBytes {
        try SecretBytes(count: count) { room in
            let isDerived = unsafe room.withUnsafeMutableBufferPointer { room in
                passphrase.withBytes { passphrase in
                    unsafe passphrase.withUnsafeBytes { passphrase in
                        // OpenSSL stops at 32 MiB unless told otherwise.
                        unsafe EVP_PBE_scrypt(
                            passphrase.baseAddress?.assumingMemoryBound(to: CChar.self), passphrase.count, salt,
                            salt.count, cost.n, cost.r, cost.p, 1 << 30, room.baseAddress, room.count) == 1
                    }
                }
            }
            guard isDerived else { throw OpenSSLError("derive a key with scrypt") }
        }
    }
}
