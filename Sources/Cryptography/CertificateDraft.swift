import COpenSSL

/// An unsigned certificate that names itself as the issuer.
@safe struct CertificateDraft: ~Copyable {
    private let handle: OpaquePointer

    init(commonName: String, key: PrivateKey) throws {
        guard let handle = unsafe X509_new() else { throw OpenSSLError(.makeCertificate) }
        // A common name has at most 64 characters, so a longer name is truncated. This does no harm: browsers ignore
        // the common name and check the subject alternative names.
        let subject = Array(commonName.utf8.prefix(64))
        let name = unsafe X509_get_subject_name(handle)
        // The serial number has 63 bits, since it must be positive.
        var random = SystemRandomNumberGenerator()
        let serial = UInt64.random(in: 1...UInt64(Int64.max), using: &random)
        let isSet =
            unsafe X509_set_version(handle, 2) == 1
            && ASN1_INTEGER_set_uint64(X509_get_serialNumber(handle), serial) == 1
            && X509_NAME_add_entry_by_NID(
                name, NID_commonName, MBSTRING_UTF8, subject, Int32(subject.count), -1, 0) == 1
            && X509_set_issuer_name(handle, name) == 1 && X509_set_pubkey(handle, key.handle) == 1
        guard isSet else {
            unsafe X509_free(handle)
            throw OpenSSLError(.makeCertificate)
        }
        unsafe self.handle = unsafe handle
    }

    deinit { unsafe X509_free(handle) }

    /// Sets the first and the last second in which the certificate is valid, in seconds since 1970.
    borrowing func set(validity: ClosedRange<Int64>) throws {
        let isSet =
            unsafe ASN1_TIME_set(X509_getm_notBefore(handle), Int(validity.lowerBound)) != nil
            && ASN1_TIME_set(X509_getm_notAfter(handle), Int(validity.upperBound)) != nil
        guard isSet else { throw OpenSSLError(.setValidity) }
    }

    /// Adds an extension.
    ///
    /// - Parameter value: the extension's value in the syntax of x509v3_config(5).
    borrowing func add(_ extension: Int32, _ value: String) throws {
        guard let made = unsafe X509V3_EXT_conf_nid(nil, nil, `extension`, value) else {
            throw OpenSSLError(.extendCertificate)
        }
        defer { unsafe X509_EXTENSION_free(made) }
        guard unsafe X509_add_ext(handle, made, -1) == 1 else { throw OpenSSLError(.extendCertificate) }
    }

    /// Whether a byte is allowed in a host name.
    static func isLetter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    /// The signed certificate in PEM, followed by its private key.
    borrowing func signed(by key: PrivateKey) throws -> SecretBytes {
        let output = try MemoryBIO(copying: [])
        let isWritten =
            unsafe X509_sign(handle, key.handle, Algorithm.sha256) > 0
            && PEM_write_bio_X509(output.handle, handle) == 1
            && PEM_write_bio_PKCS8PrivateKey(output.handle, key.handle, nil, nil, 0, nil, nil) == 1
        guard isWritten else { throw OpenSSLError(.signCertificate) }
        let length = unsafe BIO_ctrl_pending(output.handle)
        return try SecretBytes(count: length) { buffer in
            var read = 0
            let isRead = unsafe buffer.withUnsafeMutableBufferPointer { buffer in
                unsafe BIO_read_ex(output.handle, buffer.baseAddress, buffer.count, &read) == 1
            }
            guard isRead && read == length else { throw OpenSSLError(.writeCertificate) }
        }
    }
}
