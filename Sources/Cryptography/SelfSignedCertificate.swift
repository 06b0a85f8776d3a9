import COpenSSL

/// A server's self-signed certificate (X.509, RFC 5280) with its P-256 key. No authority has signed the certificate, so
/// people recognize the server by the certificate's fingerprint.
@safe public struct SelfSignedCertificate {
    /// The certificate and its unencrypted key in PEM (RFC 7468).
    public let pem: SecretBytes
    /// The SHA-256 digest of the certificate, 32 bytes.
    public let fingerprint: [UInt8]
    /// The first and the last second in which the certificate is valid, in seconds since 1970.
    public let validity: ClosedRange<Int64>
    private let certificate: Certificate

    /// Reads a certificate and its unencrypted key from PEM.
    ///
    /// - Throws: `CertificateFault` if the certificate or the key is missing, or if the key does not belong to the
    ///   certificate.
    public init(_ pem: SecretBytes) throws {
        guard let certificate = try Certificate.all(inPEM: pem).first else { throw CertificateFault.noCertificate }
        guard let key = try PrivateKey.first(inPEM: pem, passphrase: nil) else {
            throw CertificateFault.noKey(name: certificate.text(NID_commonName) ?? "")
        }
        guard certificate.matches(key) else {
            throw CertificateFault.otherKey(name: certificate.text(NID_commonName) ?? "")
        }
        self.pem = pem
        self.certificate = certificate
        let (start, end) = try certificate.dates()
        validity = min(start, end)...end
        fingerprint = try certificate.fingerprint()
    }

    /// Makes a new certificate and key.
    ///
    /// - Parameters:
    ///   - names: the server's DNS names: letters, digits, hyphens and dots.
    ///   - addresses: the server's IP addresses, in text form.
    ///   - validity: the first and the last second of validity, in seconds since 1970.
    /// - Throws: `OpenSSLError`, also for an invalid name or address.
    public static func make(names: [String], addresses: [String], validity: ClosedRange<Int64>) throws
        -> SelfSignedCertificate
    {
        let key = try PrivateKey.makeP256()
        let draft = try CertificateDraft(commonName: names.first ?? addresses.first ?? "eventpass", key: key)
        try draft.set(validity: validity)
        // OpenSSL parses the text of the extension. In this text, commas and some other characters have a special
        // meaning, so names with such characters are rejected.
        let isPlain =
            names.allSatisfy { $0.utf8.allSatisfy(CertificateDraft.isLetter) }
            && addresses.allSatisfy { $0.utf8.allSatisfy { CertificateDraft.isLetter($0) || $0 == UInt8(ascii: ":") } }
        guard isPlain else { throw OpenSSLError(.addNameToCertificate) }
        let all = names.map { "DNS:\($0)" } + addresses.map { "IP:\($0)" }
        try draft.add(NID_subject_alt_name, all.joined(separator: ","))
        try draft.add(NID_basic_constraints, "critical,CA:FALSE")
        try draft.add(NID_key_usage, "critical,digitalSignature")
        try draft.add(NID_ext_key_usage, "serverAuth")
        return try SelfSignedCertificate(draft.signed(by: key))
    }

    /// Whether the certificate is valid for all given names and addresses of the server, according to the rules that
    /// browsers apply.
    public func covers(names: [String], addresses: [String]) -> Bool {
        names.allSatisfy { unsafe X509_check_host(certificate.handle, $0, 0, 0, nil) == 1 }
            && addresses.allSatisfy { unsafe X509_check_ip_asc(certificate.handle, $0, 0) == 1 }
    }
}

extension PrivateKey {
    static func makeP256() throws -> PrivateKey {
        guard let context = unsafe EVP_PKEY_CTX_new_from_name(nil, "EC", nil) else {
            throw OpenSSLError(.makeKey)
        }
        defer { unsafe EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        guard
            unsafe EVP_PKEY_keygen_init(context) == 1 && EVP_PKEY_CTX_set_group_name(context, "P-256") == 1
                && EVP_PKEY_generate(context, &key) == 1, let key = unsafe key
        else { throw OpenSSLError(.makeKey) }
        return unsafe PrivateKey(key)
    }
}

extension Certificate {
    func fingerprint() throws -> [UInt8] {
        unsafe try [UInt8](unsafeUninitializedCapacity: SHA256.length) { buffer, count in
            var written: UInt32 = 0
            guard unsafe X509_digest(handle, Algorithm.sha256, buffer.baseAddress, &written) == 1 else {
                throw OpenSSLError(.makeFingerprint)
            }
            count = Int(written)
        }
    }
}
