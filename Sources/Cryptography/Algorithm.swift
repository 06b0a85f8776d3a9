import COpenSSL

/// OpenSSL's algorithms. Each algorithm is fetched once, since fetching takes longer than computing a MAC.
enum Algorithm {
    // Safe to share: a fetched algorithm is immutable, and OpenSSL counts references atomically. The algorithms are
    // never freed.
    nonisolated(unsafe) static let hmac = unsafe EVP_MAC_fetch(nil, "HMAC", nil)
    nonisolated(unsafe) static let hkdf = unsafe EVP_KDF_fetch(nil, "HKDF", nil)
    nonisolated(unsafe) static let sha256 = unsafe EVP_MD_fetch(nil, "SHA2-256", nil)
    nonisolated(unsafe) static let sha1 = unsafe EVP_MD_fetch(nil, "SHA1", nil)
    nonisolated(unsafe) static let aes128GCM = unsafe EVP_CIPHER_fetch(nil, "AES-128-GCM", nil)
    nonisolated(unsafe) static let aes256GCM = unsafe EVP_CIPHER_fetch(nil, "AES-256-GCM", nil)
}

extension OSSL_PARAM {
    /// A text parameter, which OpenSSL only reads.
    static func text(_ name: StaticString, _ value: StaticString) -> OSSL_PARAM {
        unsafe OSSL_PARAM_construct_utf8_string(
            UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self),
            UnsafeMutableRawPointer(mutating: value.utf8Start).assumingMemoryBound(to: CChar.self), 0)
    }

    /// A parameter of bytes, which OpenSSL only reads. The parameter is valid as long as the bytes are valid.
    static func bytes(_ name: StaticString, _ value: UnsafeRawBufferPointer) -> OSSL_PARAM {
        unsafe OSSL_PARAM_construct_octet_string(
            UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self),
            UnsafeMutableRawPointer(mutating: value.baseAddress), value.count)
    }

    static var end: OSSL_PARAM { unsafe OSSL_PARAM_construct_end() }
}
