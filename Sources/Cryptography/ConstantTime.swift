import COpenSSL

/// Compares bytes in a time that does not depend on the place where the bytes differ. So the time tells an attacker
/// nothing about secret bytes.
public enum ConstantTime {
    /// Whether the bytes are equal. Returns immediately if the lengths differ, since the lengths are not secret.
    public static func equal(_ a: Span<UInt8>, _ b: Span<UInt8>) -> Bool {
        guard a.count == b.count else { return false }
        return unsafe a.withUnsafeBytes { a in
            unsafe b.withUnsafeBytes { b in unsafe CRYPTO_memcmp(a.baseAddress, b.baseAddress, a.count) == 0 }
        }
    }
}
