import COpenSSL

/// Owns an X509 object of OpenSSL.
@safe final class Certificate: Sendable {
    /// Safe to share: this code never changes the certificate. OpenSSL protects the caches inside the certificate with
    /// a lock, and counts references atomically.
    nonisolated(unsafe) let handle: OpaquePointer

    /// Takes ownership of the certificate.
    init(_ handle: OpaquePointer) { unsafe self.handle = unsafe handle }

    deinit { unsafe X509_free(handle) }

    /// All certificates of a PEM text, in order. Other contents are ignored.
    ///
    /// - Throws: `CertificateFault.damaged` if a certificate cannot be read.
    static func all(inPEM text: SecretBytes) throws -> [Certificate] {
        let source = try MemoryBIO(text)
        var certificates: [Certificate] = []
        // Without this callback, OpenSSL would ask for the passphrase of an encrypted certificate at the terminal.
        while let next = unsafe PEM_read_bio_X509(source.handle, nil, { _, _, _, _ in -1 }, nil) {
            certificates.append(unsafe Certificate(next))
        }
        let code = ERR_peek_last_error()
        let reason = OpenSSLError(.readCertificate).reason
        // After the last certificate, OpenSSL reports a missing start line. This error is expected.
        guard code == 0 || OpenSSLError.reasonCode(of: code) == PEM_R_NO_START_LINE else {
            throw CertificateFault.damaged(.certificate, why: reason)
        }
        return certificates
    }

    /// All certificates of a PEM text, or the only certificate of a DER file (`.cer`). Empty if the bytes are neither
    /// PEM nor DER.
    ///
    /// - Throws: `CertificateFault.damaged` if a certificate cannot be read.
    static func all(in bytes: SecretBytes) throws -> [Certificate] {
        if PEMText(bytes).isPEM { return try all(inPEM: bytes) }
        return try one(inDER: bytes).map { [$0] } ?? []
    }

    /// The certificate of a DER file; nil if the file contains no certificate.
    static func one(inDER bytes: SecretBytes) throws -> Certificate? {
        let source = try MemoryBIO(bytes)
        guard let handle = unsafe d2i_X509_bio(source.handle, nil) else {
            ERR_clear_error()
            return nil
        }
        return unsafe Certificate(handle)
    }

    /// Takes ownership of the certificates in a stack (OpenSSL's type for lists), and frees the stack.
    static func all(in stack: OpaquePointer?) -> [Certificate] {
        guard let stack = unsafe stack else { return [] }
        defer { unsafe OPENSSL_sk_free(stack) }
        return (0..<(unsafe OPENSSL_sk_num(stack))).compactMap { index in
            unsafe OPENSSL_sk_value(stack, index).map { unsafe Certificate(OpaquePointer($0)) }
        }
    }

    /// Whether this certificate names `issuer` as its issuer, and was signed with that issuer's key (RFC 5280 §6.1).
    func isIssued(by issuer: Certificate) -> Bool {
        guard unsafe X509_check_issued(issuer.handle, handle) == X509_V_OK,
            let key = unsafe X509_get0_pubkey(issuer.handle)
        else { return false }
        let isSigned = unsafe X509_verify(handle, key) == 1
        ERR_clear_error()
        return isSigned
    }

    /// Whether a private key belongs to this certificate.
    func matches(_ key: PrivateKey) -> Bool {
        let isSame = unsafe X509_check_private_key(handle, key.handle) == 1
        if !isSame { ERR_clear_error() }
        return isSame
    }

    /// A field of the certificate's subject, as text; nil if the subject has no such field.
    func text(_ field: Int32) -> String? {
        let subject = unsafe X509_get_subject_name(handle)
        let index = unsafe X509_NAME_get_index_by_NID(subject, field, -1)
        guard index >= 0, let entry = unsafe X509_NAME_get_entry(subject, index) else { return nil }
        var bytes: UnsafeMutablePointer<UInt8>?
        let length = unsafe ASN1_STRING_to_UTF8(&bytes, X509_NAME_ENTRY_get_data(entry))
        guard length >= 0, let bytes = unsafe bytes else {
            ERR_clear_error()
            return nil
        }
        defer { unsafe CRYPTO_free(bytes, "", 0) }
        return unsafe String(decoding: UnsafeBufferPointer(start: bytes, count: Int(length)), as: UTF8.self)
    }

    /// The first and the last second in which the certificate is valid, in seconds since 1970.
    func dates() throws -> (start: Int64, end: Int64) {
        guard let epoch = unsafe ASN1_TIME_set(nil, 0) else { throw OpenSSLError(.readDate) }
        defer { unsafe ASN1_STRING_free(epoch) }
        func seconds(_ time: UnsafePointer<ASN1_TIME>?) throws -> Int64 {
            var (days, rest) = (Int32(0), Int32(0))
            guard unsafe ASN1_TIME_diff(&days, &rest, epoch, time) == 1 else {
                throw CertificateFault.damaged(.certificate, why: OpenSSLError(.readDate).reason)
            }
            return Int64(days) * 86_400 + Int64(rest)
        }
        return try unsafe (seconds(X509_get0_notBefore(handle)), seconds(X509_get0_notAfter(handle)))
    }
}
