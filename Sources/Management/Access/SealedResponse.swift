import Cryptography
import Ticketing

/// Encrypts the stored answers to API requests, because an answer can contain tickets. The key is derived from the API
/// token's secret, which is not in the store.
///
/// The cipher is AES-256-GCM, with a separate key for each token and request. A random 96-bit nonce precedes the
/// ciphertext. The hash of the request is authenticated together with the ciphertext.
enum SealedResponse {
    /// Encrypts an answer. Returns the nonce and the ciphertext in hexadecimal.
    ///
    /// - Throws: `OpenSSLError`.
    static func seal(_ text: String, to request: IdempotentRequest, with secret: AccessSecret) throws -> String {
        let nonce = try SecretBytes.random(count: AESGCM.nonceLength).withBytes { bytes in
            bytes.indices.map { bytes[$0] }
        }
        let sealed = try AESGCM.seal(
            SecretBytes(copying: text.utf8.span), key: key(of: request, secret), nonce: nonce, binding: request.hash)
        return Hexadecimal.text(nonce + sealed)
    }

    /// Decrypts a stored answer. Returns nil if the text is malformed, or if it was encrypted for another token or
    /// request.
    ///
    /// - Throws: `OpenSSLError`.
    static func open(_ kept: String, of request: IdempotentRequest, with secret: AccessSecret) throws -> String? {
        guard let bytes = Hexadecimal.bytes(kept), bytes.count >= AESGCM.nonceLength else { return nil }
        let opened = try AESGCM.open(
            Array(bytes.dropFirst(AESGCM.nonceLength)), key: key(of: request, secret),
            nonce: Array(bytes.prefix(AESGCM.nonceLength)), binding: request.hash)
        return opened.map { $0.withBytes { bytes in String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self) } }
    }

    private static func key(of request: IdempotentRequest, _ secret: AccessSecret) throws -> SecretBytes {
        try secret.key(for: "eventpass/answer/1 \(request.token) \(request.key)", count: AESGCM.keyLength)
    }
}
