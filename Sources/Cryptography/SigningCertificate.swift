import COpenSSL

/// A certificate (X.509, RFC 5280) with its private key, and the certificates that came with them.
///
/// Read from PEM (RFC 7468), the key in the same text or in one of its own, or from PKCS#12 (RFC 7292), as keychains
/// export it.
@safe public final class SigningCertificate {
    /// The subject's common name; empty when it has none.
    public let name: String
    /// The subject's user id, where Apple writes a pass type's identifier.
    public let userID: String?
    /// The subject's organizational unit, where Apple writes a team's identifier.
    public let organizationalUnit: String?
    /// First and last second of its validity, since 1970.
    public let validity: ClosedRange<Int64>
    let certificate: Certificate
    let key: PrivateKey
    /// Those that came along, by which it is known to those who verify.
    let chain: [Certificate]

    /// - Parameters:
    ///   - bytes: PEM or PKCS#12.
    ///   - keyText: the key's own PEM; nil when it is in `bytes`.
    ///   - passphrase: of the key, or of the PKCS#12; nil where neither is sealed.
    ///   - now: seconds since 1970, against which its dates are held.
    /// - Throws: `CertificateFault`; `OpenSSLError` when OpenSSL can't work at all.
    public init(
        _ bytes: SecretBytes, key keyText: SecretBytes? = nil, passphrase: SecretBytes? = nil, at now: Int64
    ) throws {
        var found =
            PEMText(bytes).isOne
            ? try Parts(pem: bytes, key: keyText, passphrase: passphrase)
            : try Parts(pkcs12: bytes, passphrase: passphrase)
        if found.key == nil, let keyText { found.key = try PrivateKey.first(inPEM: keyText, passphrase: passphrase) }
        guard let first = found.certificates.first else { throw CertificateFault.noCertificate }
        guard let key = found.key else { throw CertificateFault.noKey(name: first.text(NID_commonName) ?? "") }
        // The chain may come before the certificate.
        guard let own = found.certificates.firstIndex(where: { $0.isOf(key) }) else {
            throw CertificateFault.otherKey(name: first.text(NID_commonName) ?? "")
        }
        certificate = found.certificates.remove(at: own)
        chain = found.certificates
        self.key = key
        name = certificate.text(NID_commonName) ?? ""
        userID = certificate.text(NID_userId)
        organizationalUnit = certificate.text(NID_organizationalUnitName)
        let (start, end) = try certificate.dates()
        // One that was made to have expired ends before it begins.
        validity = min(start, end)...end
        if now > end { throw CertificateFault.expired(name: name, end: end) }
        if now < start { throw CertificateFault.notYetValid(name: name, start: start) }
    }

    /// Certificates and a key as a file has them.
    private struct Parts {
        var certificates: [Certificate] = []
        var key: PrivateKey?

        init(pem: SecretBytes, key keyText: SecretBytes?, passphrase: SecretBytes?) throws {
            certificates = try Certificate.all(inPEM: pem)
            if keyText == nil { key = try PrivateKey.first(inPEM: pem, passphrase: passphrase) }
        }

        init(pkcs12 bytes: SecretBytes, passphrase: SecretBytes?) throws {
            let source = try MemoryBIO(bytes)
            guard let archive = unsafe d2i_PKCS12_bio(source.handle, nil) else {
                _ = OpenSSLError("read PKCS#12")
                throw CertificateFault.noCertificate
            }
            defer { unsafe PKCS12_free(archive) }
            try unsafe CText.lending(passphrase) { text, length in
                guard unsafe PKCS12_verify_mac(archive, text, length) == 1 else {
                    _ = OpenSSLError("verify PKCS#12")
                    throw passphrase == nil ? CertificateFault.passphraseNeeded : .wrongPassphrase
                }
                var (key, certificate, others) = unsafe (OpaquePointer?.none, OpaquePointer?.none, OpaquePointer?.none)
                var isOpen = unsafe PKCS12_parse(archive, text, &key, &certificate, &others) == 1
                // Keychains seal with RC2 until today, which OpenSSL keeps apart.
                if !isOpen, LegacyCiphers.areLoaded {
                    isOpen = unsafe PKCS12_parse(archive, text, &key, &certificate, &others) == 1
                }
                guard isOpen else {
                    _ = OpenSSLError("open PKCS#12")
                    throw CertificateFault.outdatedSealing
                }
                if let key = unsafe key { self.key = unsafe PrivateKey(key) }
                if let certificate = unsafe certificate { certificates.append(unsafe Certificate(certificate)) }
                certificates += unsafe Certificate.all(in: others)
            }
        }
    }
}

/// What OpenSSL opens only when it is told to.
private enum LegacyCiphers {
    /// Loads them, beside the others, once.
    static let areLoaded: Bool = {
        let isLoaded =
            unsafe OSSL_PROVIDER_load(nil, "default") != nil && OSSL_PROVIDER_load(nil, "legacy") != nil
        ERR_clear_error()
        return isLoaded
    }()
}

/// A secret as C wants it, with a zero behind it that is wiped with it.
private enum CText {
    static func lending<Result>(
        _ secret: SecretBytes?, _ body: (UnsafePointer<CChar>?, Int32) throws -> Result
    ) rethrows -> Result {
        guard let secret else { return try body(nil, 0) }
        let ended = secret.withBytes { bytes in
            SecretBytes(count: bytes.count + 1) { room in
                for index in bytes.indices { room[index] = bytes[index] }
            }
        }
        return try ended.withBytes { bytes in
            try unsafe bytes.withUnsafeBytes {
                try unsafe body($0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32($0.count - 1))
            }
        }
    }
}
