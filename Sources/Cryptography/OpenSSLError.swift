import COpenSSL
public import Languages

/// A technical failure of OpenSSL. The error says nothing about the validity of a signature or a key.
public struct OpenSSLError: Error, Equatable, SentenceConvertible {
    public let operation: Operation
    /// The reason that OpenSSL gives; empty if OpenSSL gives no reason.
    public let reason: String

    /// Takes the reason from the newest error in the calling thread's OpenSSL error queue, and clears the queue.
    init(_ operation: Operation) {
        self.operation = operation
        let code = ERR_peek_last_error()
        ERR_clear_error()
        self.reason = unsafe code == 0 ? "" : ERR_reason_error_string(code).map { unsafe String(cString: $0) } ?? ""
    }

    /// The part of an OpenSSL error code that identifies the reason.
    static func reasonCode(of code: UInt) -> Int32 { Int32(truncatingIfNeeded: code & 0x7F_FFFF) }

    /// The reason code of the newest error in the calling thread's error queue. The queue stays unchanged.
    static var lastCode: Int32 { reasonCode(of: ERR_peek_last_error()) }

    public var sentence: Sentence {
        Sentence(operation, ["reason": reason.isEmpty ? .sentence(Text.noReason) : .text(reason)])
    }

    enum Text: String, SentenceKey {
        static let subject = "openSSLError"

        case noReason = "OpenSSL gives no reason"
    }

    /// The operation that failed, with the sentence about the failure. `{reason}` is OpenSSL's text.
    public enum Operation: String, SentenceKey {
        public static let subject = "openSSLOperation"

        case addCertificateToMessage = "could not add a certificate to a message: {reason}"
        case addNameToCertificate = "could not add a name with special characters to a certificate: {reason}"
        case addToSHA256Digest = "could not add to a SHA-256 digest: {reason}"
        case beginSHA256Digest = "could not begin a SHA-256 digest: {reason}"
        case bindData = "could not set the additional authenticated data for AES-GCM: {reason}"
        case computeEd25519PublicKey = "could not compute an Ed25519 public key: {reason}"
        case deriveKey = "could not derive a key: {reason}"
        case deriveKeyWithScrypt = "could not derive a key with scrypt: {reason}"
        case encodeSignature = "could not encode a signature: {reason}"
        case extendCertificate = "could not add an extension to a certificate: {reason}"
        case generateRandomBytes = "could not generate random bytes: {reason}"
        case keyHMAC = "could not key HMAC-SHA-256: {reason}"
        case loadEd25519PrivateKey = "could not load an Ed25519 private key: {reason}"
        case loadEd25519PublicKey = "could not load an Ed25519 public key: {reason}"
        case makeCertificate = "could not make a certificate: {reason}"
        case makeFingerprint = "could not make a fingerprint: {reason}"
        case makeHMAC = "could not make an HMAC: {reason}"
        case makeKey = "could not make a key: {reason}"
        case makeSHA1Digest = "could not make a SHA-1 digest: {reason}"
        case makeSHA256Digest = "could not make a SHA-256 digest: {reason}"
        case openPKCS12 = "could not open PKCS#12: {reason}"
        case openWithAESGCM = "could not decrypt with AES-GCM: {reason}"
        case readCertificate = "could not read a certificate: {reason}"
        case readDate = "could not read a date: {reason}"
        case readFromMemory = "could not read from memory: {reason}"
        case readPKCS12 = "could not read PKCS#12: {reason}"
        case readPrivateKey = "could not read a private key: {reason}"
        case sealWithAESGCM = "could not encrypt with AES-GCM: {reason}"
        case setUpAESGCM = "could not set up AES-GCM: {reason}"
        case setUpDigest = "could not set up a digest: {reason}"
        case setUpHKDF = "could not set up HKDF-SHA-256: {reason}"
        case setUpHMAC = "could not set up HMAC-SHA-256: {reason}"
        case setValidity = "could not set the validity of a certificate: {reason}"
        case signCertificate = "could not sign a certificate: {reason}"
        case signMessage = "could not sign a message: {reason}"
        case signWithEd25519 = "could not sign with Ed25519: {reason}"
        case signWithRSA = "could not sign with RSA: {reason}"
        case verifyPKCS12 = "could not verify PKCS#12: {reason}"
        case verifyWithEd25519 = "could not verify with Ed25519: {reason}"
        case writeCertificate = "could not write a certificate: {reason}"
    }
}
