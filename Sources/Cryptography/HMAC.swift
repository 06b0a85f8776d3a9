import COpenSSL

/// HMAC-SHA-256 (RFC 2104) with one key, which is set up once for many messages.
///
/// Not `Sendable`: an instance contains the state of one computation. Use one instance for each thread.
@safe public final class HMAC {
    /// The length of a complete message authentication code, in bytes.
    public static let length = 32

    private let context: OpaquePointer

    /// Sets up the computation of message authentication codes with the key.
    ///
    /// - Throws: `OpenSSLError`.
    public init(key: SecretBytes) throws {
        guard let mac = unsafe Algorithm.hmac, let context = unsafe EVP_MAC_CTX_new(mac) else {
            throw OpenSSLError(.setUpHMAC)
        }
        unsafe self.context = unsafe context
        let parameters = unsafe [OSSL_PARAM.text("digest", "SHA2-256"), .end]
        let isKeyed = key.withBytes { key in
            unsafe key.withUnsafeBufferPointer { key in
                unsafe EVP_MAC_init(context, key.baseAddress, key.count, parameters) == 1
            }
        }
        guard isKeyed else { throw OpenSSLError(.keyHMAC) }
    }

    deinit { unsafe EVP_MAC_CTX_free(context) }

    /// The authentication code of a message, 32 bytes.
    public func code(of message: Span<UInt8>) throws -> InlineArray<32, UInt8> {
        var code = InlineArray<32, UInt8>(repeating: 0)
        var buffer = code.mutableSpan
        try write(codeOf: message, to: &buffer)
        return code
    }

    /// The authentication code of a message, 32 bytes, as secret bytes that can be used as a key.
    public func key(from message: Span<UInt8>) throws -> SecretBytes {
        try SecretBytes(count: HMAC.length) { try write(codeOf: message, to: &$0) }
    }

    @inline(__always)
    private func write(codeOf message: Span<UInt8>, to buffer: inout MutableSpan<UInt8>) throws {
        // Without a key, EVP_MAC_init(3) restarts the computation with the previous key.
        let isMade = unsafe message.withUnsafeBufferPointer { message in
            unsafe buffer.withUnsafeMutableBufferPointer { code in
                var written = 0
                return unsafe EVP_MAC_init(context, nil, 0, nil) == 1
                    && EVP_MAC_update(context, message.baseAddress, message.count) == 1
                    && EVP_MAC_final(context, code.baseAddress, &written, code.count) == 1
            }
        }
        guard isMade else { throw OpenSSLError(.makeHMAC) }
    }

    /// Whether `proof` is the complete or truncated authentication code of the message. The comparison takes constant
    /// time.
    ///
    /// - Parameter proof: 16…32 bytes; the lower bound is from RFC 2104 §5. For other lengths, the result is false.
    public func isAuthentic(_ proof: Span<UInt8>, of message: Span<UInt8>) throws -> Bool {
        guard (HMAC.length / 2...HMAC.length).contains(proof.count) else { return false }
        let code = try code(of: message)
        return ConstantTime.equal(code.span.extracting(first: proof.count), proof)
    }
}
