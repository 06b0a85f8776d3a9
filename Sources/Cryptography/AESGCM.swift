import COpenSSL

/// AES-GCM (NIST SP 800-38D): 32-byte key (AES-256) or 16-byte key (AES-128), 12-byte nonce, 16-byte tag.
public enum AESGCM {
    /// The length of a key of AES-256, in bytes.
    public static let keyLength = KeySize.bits256.rawValue
    public static let nonceLength = 12
    public static let tagLength = 16

    /// The size of a key. The raw values are lengths in bytes.
    public enum KeySize: Int, Sendable {
        /// For protocols that prescribe AES-128.
        case bits128 = 16
        case bits256 = 32
    }

    /// Encrypts the plaintext. The result is the ciphertext followed by the tag. The ciphertext is as long as the
    /// plaintext.
    ///
    /// - Parameters:
    ///   - nonce: 12 bytes. Never use a nonce twice with the same key.
    ///   - data: data that is authenticated but not encrypted. `open` needs the same data.
    /// - Throws: `OpenSSLError`, also if the key or the nonce has the wrong length.
    public static func seal(
        _ plaintext: SecretBytes, key: SecretBytes, nonce: [UInt8], binding data: [UInt8], size: KeySize = .bits256
    ) throws -> [UInt8] {
        let context = try CipherContext(.sealing, key: key, nonce: nonce, size)
        try context.bind(data)
        return unsafe try [UInt8](unsafeUninitializedCapacity: plaintext.count + tagLength) { buffer, count in
            let isSealed = plaintext.withBytes { plaintext in
                unsafe plaintext.withUnsafeBufferPointer { plaintext in
                    var written: Int32 = 0
                    let tag = unsafe buffer.baseAddress?.advanced(by: plaintext.count)
                    return unsafe EVP_EncryptUpdate(
                        context.handle, buffer.baseAddress, &written, plaintext.baseAddress, Int32(plaintext.count)
                    ) == 1
                        && EVP_EncryptFinal_ex(context.handle, tag, &written) == 1
                        && EVP_CIPHER_CTX_ctrl(context.handle, EVP_CTRL_AEAD_GET_TAG, Int32(tagLength), tag) == 1
                }
            }
            guard isSealed else { throw OpenSSLError(.sealWithAESGCM) }
            count = plaintext.count + tagLength
        }
    }

    /// Decrypts a result of `seal` with AES-256. Returns the plaintext. Returns nil if `key`, `nonce` or `data` differs
    /// from the value that `seal` got, or if the ciphertext or the tag was changed.
    ///
    /// - Throws: `OpenSSLError`, also if the key or the nonce has the wrong length.
    public static func open(
        _ sealed: [UInt8], key: SecretBytes, nonce: [UInt8], binding data: [UInt8]
    ) throws -> SecretBytes? {
        guard sealed.count >= tagLength else { return nil }
        let context = try CipherContext(.opening, key: key, nonce: nonce, .bits256)
        try context.bind(data)
        var tag = Array(sealed.suffix(tagLength))
        var isAuthentic = false
        let plaintext = try SecretBytes(count: sealed.count - tagLength) { buffer in
            var written: Int32 = 0
            let isRead = unsafe buffer.withUnsafeMutableBufferPointer { buffer in
                unsafe EVP_DecryptUpdate(context.handle, buffer.baseAddress, &written, sealed, Int32(buffer.count)) == 1
                    && EVP_CIPHER_CTX_ctrl(context.handle, EVP_CTRL_AEAD_SET_TAG, Int32(tagLength), &tag) == 1
            }
            guard isRead else { throw OpenSSLError(.openWithAESGCM) }
            var nothing: UInt8 = 0
            isAuthentic = unsafe EVP_DecryptFinal_ex(context.handle, &nothing, &written) == 1
        }
        if !isAuthentic { ERR_clear_error() }
        return isAuthentic ? plaintext : nil
    }
}

/// Owns an EVP_CIPHER_CTX.
@safe private struct CipherContext: ~Copyable {
    enum Direction: Int32 {
        case opening = 0
        case sealing = 1
    }

    let handle: OpaquePointer

    init(_ direction: Direction, key: SecretBytes, nonce: [UInt8], _ size: AESGCM.KeySize) throws {
        guard key.count == size.rawValue, nonce.count == AESGCM.nonceLength,
            let handle = unsafe EVP_CIPHER_CTX_new()
        else { throw OpenSSLError(.setUpAESGCM) }
        let algorithm = unsafe size == .bits128 ? Algorithm.aes128GCM : Algorithm.aes256GCM
        let isReady = key.withBytes { key in
            unsafe key.withUnsafeBufferPointer { key in
                unsafe EVP_CipherInit_ex(
                    handle, algorithm, nil, key.baseAddress, nonce, direction.rawValue) == 1
            }
        }
        guard isReady else {
            unsafe EVP_CIPHER_CTX_free(handle)
            throw OpenSSLError(.setUpAESGCM)
        }
        unsafe self.handle = unsafe handle
    }

    deinit { unsafe EVP_CIPHER_CTX_free(handle) }

    /// Adds data that is authenticated but not encrypted.
    func bind(_ data: [UInt8]) throws {
        if data.isEmpty { return }
        var written: Int32 = 0
        guard unsafe EVP_CipherUpdate(handle, nil, &written, data, Int32(data.count)) == 1 else {
            throw OpenSSLError(.bindData)
        }
    }
}
