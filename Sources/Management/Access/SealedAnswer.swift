import Cryptography
import Ticketing

/// Answers as they are kept for who asks again: sealed with a key that is made of the program's own secret, which nobody
/// keeps. So the store alone shows no ticket that was answered.
///
/// AES-256-GCM under a key of its own for each token and request; a nonce of 96 random bits stands before it, and what was
/// asked for is bound to it.
enum SealedAnswer {
    /// - Throws: `OpenSSLError`.
    static func seal(_ text: String, to request: AnsweredRequest, with secret: AccessSecret) throws -> String {
        let nonce = try SecretBytes.random(count: AESGCM.nonceLength).withBytes { bytes in
            bytes.indices.map { bytes[$0] }
        }
        let sealed = try AESGCM.seal(
            SecretBytes(copying: text.utf8.span), key: key(of: request, secret), nonce: nonce, binding: request.hash)
        return Hexadecimal.text(nonce + sealed)
    }

    /// Nil for what is none, or another secret's or request's.
    ///
    /// - Throws: `OpenSSLError`.
    static func open(_ kept: String, of request: AnsweredRequest, with secret: AccessSecret) throws -> String? {
        guard let bytes = Hexadecimal.bytes(kept), bytes.count >= AESGCM.nonceLength else { return nil }
        let opened = try AESGCM.open(
            Array(bytes.dropFirst(AESGCM.nonceLength)), key: key(of: request, secret),
            nonce: Array(bytes.prefix(AESGCM.nonceLength)), binding: request.hash)
        return opened.map { $0.withBytes { bytes in String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self) } }
    }

    private static func key(of request: AnsweredRequest, _ secret: AccessSecret) throws -> SecretBytes {
        try secret.key(for: "eventpass/answer/1 \(request.token) \(request.key)", count: AESGCM.keyLength)
    }
}
