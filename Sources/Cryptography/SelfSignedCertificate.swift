import COpenSSL

/// A server's certificate that it makes itself (X.509, RFC 5280), with its key: P-256, signed with SHA-256. Nobody vouches
/// for it; people compare its fingerprint.
@safe public struct SelfSignedCertificate {
    /// Both as PEM (RFC 7468): the certificate, then the key, without a passphrase.
    public let pem: SecretBytes
    /// SHA-256 of the certificate, 32 bytes.
    public let fingerprint: [UInt8]
    /// First and last second of its validity, since 1970.
    public let validity: ClosedRange<Int64>
    private let certificate: Certificate

    /// Reads what `pem` of an earlier one was.
    ///
    /// - Throws: `CertificateFault` for what is none, or another's key.
    public init(_ pem: SecretBytes) throws {
        guard let certificate = try Certificate.all(inPEM: pem).first else { throw CertificateFault.noCertificate }
        guard let key = try PrivateKey.first(inPEM: pem, passphrase: nil) else {
            throw CertificateFault.noKey(name: certificate.text(NID_commonName) ?? "")
        }
        guard certificate.isOf(key) else {
            throw CertificateFault.otherKey(name: certificate.text(NID_commonName) ?? "")
        }
        self.pem = pem
        self.certificate = certificate
        let (start, end) = try certificate.dates()
        validity = min(start, end)...end
        fingerprint = try certificate.fingerprint()
    }

    /// Makes a new one.
    ///
    /// - Parameters:
    ///   - names: of the server in DNS; letters, digits, hyphens and dots.
    ///   - addresses: of it, in digits.
    ///   - validity: seconds since 1970.
    /// - Throws: `OpenSSLError`, also for what is no address.
    public static func make(names: [String], addresses: [String], validity: ClosedRange<Int64>) throws
        -> SelfSignedCertificate
    {
        let key = try PrivateKey.makeP256()
        let draft = try CertificateDraft(commonName: names.first ?? addresses.first ?? "eventpass", key: key)
        try draft.set(validity: validity)
        // What is in these texts has a syntax of its own, commas not least.
        let isPlain =
            names.allSatisfy { $0.utf8.allSatisfy(CertificateDraft.isLetter) }
            && addresses.allSatisfy { $0.utf8.allSatisfy { CertificateDraft.isLetter($0) || $0 == UInt8(ascii: ":") } }
        guard isPlain else { throw OpenSSLError("put a name with other than letters into a certificate") }
        let all = names.map { "DNS:\($0)" } + addresses.map { "IP:\($0)" }
        try draft.add(NID_subject_alt_name, all.joined(separator: ","))
        try draft.add(NID_basic_constraints, "critical,CA:FALSE")
        try draft.add(NID_key_usage, "critical,digitalSignature")
        try draft.add(NID_ext_key_usage, "serverAuth")
        return try SelfSignedCertificate(draft.signed(by: key))
    }

    /// Whether browsers take it for these.
    public func covers(names: [String], addresses: [String]) -> Bool {
        names.allSatisfy { unsafe X509_check_host(certificate.handle, $0, 0, 0, nil) == 1 }
            && addresses.allSatisfy { unsafe X509_check_ip_asc(certificate.handle, $0, 0) == 1 }
    }
}

extension PrivateKey {
    static func makeP256() throws -> PrivateKey {
        guard let context = unsafe EVP_PKEY_CTX_new_from_name(nil, "EC", nil) else {
            throw OpenSSLError("make a key")
        }
        defer { unsafe EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        guard
            unsafe EVP_PKEY_keygen_init(context) == 1 && EVP_PKEY_CTX_set_group_name(context, "P-256") == 1
                && EVP_PKEY_generate(context, &key) == 1, let key = unsafe key
        else { throw OpenSSLError("make a key") }
        return unsafe PrivateKey(key)
    }
}

extension Certificate {
    /// SHA-256 of it, 32 bytes.
    func fingerprint() throws -> [UInt8] {
        unsafe try [UInt8](unsafeUninitializedCapacity: SHA256.length) { room, count in
            var written: UInt32 = 0
            guard unsafe X509_digest(handle, Algorithm.sha256, room.baseAddress, &written) == 1 else {
                throw OpenSSLError("make a fingerprint")
            }
            count = Int(written)
        }
    }
}
