import COpenSSL

/// Ed25519 signatures (RFC 8032), with 32-byte keys. Signing a message again gives the same 64-byte signature.
public enum Ed25519 {
    /// The length of a private key's seed and of a public key, in bytes.
    public static let keyLength = 32
    public static let signatureLength = 64

    /// A key that signs. It is made from the 32-byte seed that RFC 8032 §5.1.5 calls the private key.
    @safe public final class PrivateKey {
        private let key: OpaquePointer

        /// Makes the key from its seed.
        ///
        /// - Throws: `OpenSSLError`, also if the seed does not have 32 bytes.
        public init(seed: SecretBytes) throws {
            let key = unsafe seed.withBytes { seed in
                unsafe seed.withUnsafeBufferPointer {
                    unsafe EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nil, $0.baseAddress, $0.count)
                }
            }
            guard let key = unsafe key else { throw OpenSSLError(.loadEd25519PrivateKey) }
            unsafe self.key = unsafe key
        }

        deinit { unsafe EVP_PKEY_free(key) }

        /// The 32-byte public key, which verifies this key's signatures.
        public func publicKey() throws -> [UInt8] {
            unsafe try [UInt8](unsafeUninitializedCapacity: Ed25519.keyLength) { buffer, count in
                var written = Ed25519.keyLength
                guard unsafe EVP_PKEY_get_raw_public_key(key, buffer.baseAddress, &written) == 1 else {
                    throw OpenSSLError(.computeEd25519PublicKey)
                }
                count = written
            }
        }

        /// The signature of a message, 64 bytes.
        public func signature(of message: Span<UInt8>) throws -> InlineArray<64, UInt8> {
            let context = try DigestContext()
            var signature = InlineArray<64, UInt8>(repeating: 0)
            let isSigned = unsafe message.withUnsafeBufferPointer { message in
                var span = signature.mutableSpan
                return unsafe span.withUnsafeMutableBufferPointer { signature in
                    var written = signature.count
                    return unsafe EVP_DigestSignInit(context.handle, nil, nil, nil, key) == 1
                        && EVP_DigestSign(
                            context.handle, signature.baseAddress, &written, message.baseAddress, message.count) == 1
                }
            }
            guard isSigned else { throw OpenSSLError(.signWithEd25519) }
            return signature
        }
    }

    /// A key that verifies signatures but cannot make them.
    @safe public final class PublicKey {
        private let key: OpaquePointer

        /// Makes a key from its bytes.
        ///
        /// - Throws: `OpenSSLError`, also if there are not 32 bytes.
        public init(_ bytes: [UInt8]) throws {
            let key = unsafe EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nil, bytes, bytes.count)
            guard let key = unsafe key else { throw OpenSSLError(.loadEd25519PublicKey) }
            unsafe self.key = unsafe key
        }

        deinit { unsafe EVP_PKEY_free(key) }

        /// Whether `signature` is this key's signature of `message`. False if the signature does not have 64 bytes.
        public func isSignature(_ signature: Span<UInt8>, of message: Span<UInt8>) throws -> Bool {
            guard signature.count == Ed25519.signatureLength else { return false }
            let context = try DigestContext()
            guard unsafe EVP_DigestVerifyInit(context.handle, nil, nil, nil, key) == 1 else {
                throw OpenSSLError(.verifyWithEd25519)
            }
            let verdict = unsafe message.withUnsafeBufferPointer { message in
                unsafe signature.withUnsafeBufferPointer { signature in
                    unsafe EVP_DigestVerify(
                        context.handle, signature.baseAddress, signature.count, message.baseAddress, message.count)
                }
            }
            // 1 means valid. For an invalid signature, OpenSSL returns 0 and queues an error.
            if verdict < 0 { throw OpenSSLError(.verifyWithEd25519) }
            if verdict == 0 { ERR_clear_error() }
            return verdict == 1
        }
    }
}

/// Owns an EVP_MD_CTX.
@safe struct DigestContext: ~Copyable {
    let handle: OpaquePointer

    init() throws {
        guard let handle = unsafe EVP_MD_CTX_new() else { throw OpenSSLError(.setUpDigest) }
        unsafe self.handle = unsafe handle
    }

    deinit { unsafe EVP_MD_CTX_free(handle) }
}
