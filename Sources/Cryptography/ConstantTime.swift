import COpenSSL

/// Comparison that takes the same time wherever two values differ.
public enum ConstantTime {
    /// Whether the bytes are the same. False at once for different lengths, which are no secret.
    public static func equal(_ a: Span<UInt8>, _ b: Span<UInt8>) -> Bool {
        guard a.count == b.count else { return false }
        return unsafe a.withUnsafeBytes { a in
            unsafe b.withUnsafeBytes { b in unsafe CRYPTO_memcmp(a.baseAddress, b.baseAddress, a.count) == 0 }
        }
    }
}
