import COpenSSL

/// The private owner of one X509.
@safe final class Certificate: Sendable {
    /// Sendable in truth: it is never changed. What OpenSSL notes in it when it first looks, it notes behind a lock, and
    /// its owners are counted atomically.
    nonisolated(unsafe) let handle: OpaquePointer

    /// Takes the certificate over.
    init(_ handle: OpaquePointer) { unsafe self.handle = unsafe handle }

    deinit { unsafe X509_free(handle) }

    /// All of a PEM text, in its order; whatever else it holds is passed over.
    ///
    /// - Throws: `CertificateFault.damaged` for one that can't be read.
    static func all(inPEM text: SecretBytes) throws -> [Certificate] {
        let source = try MemoryBIO(text)
        var certificates: [Certificate] = []
        // Without an answer of ours, OpenSSL would ask for the passphrase of a sealed one at the terminal.
        while let next = unsafe PEM_read_bio_X509(source.handle, nil, { _, _, _, _ in -1 }, nil) {
            certificates.append(unsafe Certificate(next))
        }
        let code = ERR_peek_last_error()
        let reason = OpenSSLError("read a certificate").reason
        // At the end there is no heading any more.
        guard code == 0 || OpenSSLError.reasonCode(of: code) == PEM_R_NO_START_LINE else {
            throw CertificateFault.damaged(what: "the certificate", why: reason)
        }
        return certificates
    }

    /// All of a PEM text, or the one of a DER file (`.cer`); empty when it is neither.
    ///
    /// - Throws: `CertificateFault.damaged` for one that can't be read.
    static func all(in bytes: SecretBytes) throws -> [Certificate] {
        if PEMText(bytes).isOne { return try all(inPEM: bytes) }
        return try one(inDER: bytes).map { [$0] } ?? []
    }

    /// The certificate of a DER file; nil when it holds none.
    static func one(inDER bytes: SecretBytes) throws -> Certificate? {
        let source = try MemoryBIO(bytes)
        guard let handle = unsafe d2i_X509_bio(source.handle, nil) else {
            ERR_clear_error()
            return nil
        }
        return unsafe Certificate(handle)
    }

    /// Takes those of a stack over, and frees it.
    static func all(in stack: OpaquePointer?) -> [Certificate] {
        guard let stack = unsafe stack else { return [] }
        defer { unsafe OPENSSL_sk_free(stack) }
        return (0..<(unsafe OPENSSL_sk_num(stack))).compactMap { index in
            unsafe OPENSSL_sk_value(stack, index).map { unsafe Certificate(OpaquePointer($0)) }
        }
    }

    /// Whether another certificate's key has signed this one, and its name stands there (RFC 5280 §6.1).
    func isIssued(by issuer: Certificate) -> Bool {
        guard unsafe X509_check_issued(issuer.handle, handle) == X509_V_OK,
            let key = unsafe X509_get0_pubkey(issuer.handle)
        else { return false }
        let isSigned = unsafe X509_verify(handle, key) == 1
        ERR_clear_error()
        return isSigned
    }

    /// Whether the key is this certificate's.
    func isOf(_ key: PrivateKey) -> Bool {
        let isSame = unsafe X509_check_private_key(handle, key.handle) == 1
        if !isSame { ERR_clear_error() }
        return isSame
    }

    /// A field of the subject as text; nil when it has none.
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

    /// First and last second of its validity, since 1970.
    func dates() throws -> (start: Int64, end: Int64) {
        guard let epoch = unsafe ASN1_TIME_set(nil, 0) else { throw OpenSSLError("read a date") }
        defer { unsafe ASN1_STRING_free(epoch) }
        func seconds(_ time: UnsafePointer<ASN1_TIME>?) throws -> Int64 {
            var (days, rest) = (Int32(0), Int32(0))
            guard unsafe ASN1_TIME_diff(&days, &rest, epoch, time) == 1 else {
                throw CertificateFault.damaged(what: "the certificate", why: OpenSSLError("read a date").reason)
            }
            return Int64(days) * 86_400 + Int64(rest)
        }
        return try unsafe (seconds(X509_get0_notBefore(handle)), seconds(X509_get0_notAfter(handle)))
    }
}
