import COpenSSL

/// A certificate (X.509, RFC 5280) with its private key and its chain. The chain consists of the certificate's issuer,
/// the issuer of that issuer, and so on.
///
/// The input is PEM (RFC 7468), DER, or PKCS#12 (RFC 7292), the format in which keychains export certificates. The key
/// can be in a separate PEM text. Several threads can sign with one certificate at the same time.
@safe public final class SigningCertificate: Sendable {
    /// The subject's common name; empty if absent.
    public let name: String
    /// The subject's user id, which Apple uses for the pass type identifier.
    public let userID: String?
    /// The subject's organizational unit, which Apple uses for the team identifier.
    public let organizationalUnit: String?
    /// The first and the last second in which the certificate is valid, in seconds since 1970.
    public let validity: ClosedRange<Int64>
    let certificate: Certificate
    let key: PrivateKey
    /// Whether the input contained other certificates besides this one.
    public var hasChain: Bool { !chain.isEmpty }
    /// Whether the certificate's key is an RSA key.
    public var isRSA: Bool { unsafe EVP_PKEY_is_a(key.handle, "RSA") == 1 }
    /// The other certificates in the input.
    let chain: [Certificate]

    /// Reads a certificate and its key, and checks that the certificate is valid now.
    ///
    /// - Parameters:
    ///   - bytes: PEM, DER or PKCS#12.
    ///   - keyText: the PEM text of the key; nil if the key is in `bytes`.
    ///   - passphrase: the passphrase of the key or of the PKCS#12 file; nil if neither is encrypted.
    ///   - now: the current time in seconds since 1970.
    /// - Throws: `CertificateFault`; `OpenSSLError` for a failure of OpenSSL itself.
    public init(
        _ bytes: SecretBytes, key keyText: SecretBytes? = nil, passphrase: SecretBytes? = nil, at now: Int64
    ) throws {
        var found = try Parts(bytes, key: keyText, passphrase: passphrase)
        if found.key == nil, let keyText { found.key = try PrivateKey.first(inPEM: keyText, passphrase: passphrase) }
        guard let first = found.certificates.first else { throw CertificateFault.noCertificate }
        guard let key = found.key else { throw CertificateFault.noKey(name: first.text(NID_commonName) ?? "") }
        // The certificate that belongs to the key can be at any position in the input.
        guard let own = found.certificates.firstIndex(where: { $0.matches(key) }) else {
            throw CertificateFault.otherKey(name: first.text(NID_commonName) ?? "")
        }
        certificate = found.certificates.remove(at: own)
        chain = found.certificates
        self.key = key
        name = certificate.text(NID_commonName) ?? ""
        userID = certificate.text(NID_userId)
        organizationalUnit = certificate.text(NID_organizationalUnitName)
        let (start, end) = try certificate.dates()
        // Some test certificates expire before they become valid. A range cannot represent this, so its start is then
        // the time of expiry.
        validity = min(start, end)...end
        if now > end { throw CertificateFault.expired(name: name, end: end) }
        if now < start { throw CertificateFault.notYetValid(name: name, start: start) }
    }

    /// The certificates and the key in a file.
    private struct Parts {
        var certificates: [Certificate] = []
        var key: PrivateKey?

        init(_ bytes: SecretBytes, key: SecretBytes?, passphrase: SecretBytes?) throws {
            if PEMText(bytes).isPEM {
                self = try Parts(pem: bytes, key: key, passphrase: passphrase)
            } else if let one = try Certificate.one(inDER: bytes) {
                certificates = [one]
            } else {
                self = try Parts(pkcs12: bytes, passphrase: passphrase)
            }
        }

        init(pem: SecretBytes, key keyText: SecretBytes?, passphrase: SecretBytes?) throws {
            certificates = try Certificate.all(inPEM: pem)
            if keyText == nil { key = try PrivateKey.first(inPEM: pem, passphrase: passphrase) }
        }

        init(pkcs12 bytes: SecretBytes, passphrase: SecretBytes?) throws {
            let source = try MemoryBIO(bytes)
            guard let archive = unsafe d2i_PKCS12_bio(source.handle, nil) else {
                let reason = OpenSSLError(.readPKCS12).reason
                // The input is in none of the three formats. If it starts like DER, it is reported as a damaged PKCS#12
                // file.
                guard bytes.withBytes({ $0.count > 0 && $0[0] == 0x30 }) else { throw CertificateFault.noCertificate }
                throw CertificateFault.damaged(.file, why: reason)
            }
            defer { unsafe PKCS12_free(archive) }
            let hasMAC = unsafe PKCS12_mac_present(archive) == 1
            // PKCS#12 has two encodings of an empty passphrase. If a file has a MAC, the MAC shows which encoding the
            // file uses.
            var passphraseOrEmpty = passphrase
            if hasMAC, passphrase == nil, unsafe PKCS12_verify_mac(archive, nil, 0) != 1 {
                passphraseOrEmpty = SecretBytes(count: 0) { _ in }
            }
            try unsafe NullTerminatedSecret.withPointer(passphraseOrEmpty) { text, length in
                guard unsafe !hasMAC || PKCS12_verify_mac(archive, text, length) == 1 else {
                    _ = OpenSSLError(.verifyPKCS12)
                    throw passphrase == nil ? CertificateFault.passphraseNeeded : .wrongPassphrase
                }
                // OpenSSL 3.0 cannot open a file that has a passphrase but no MAC, so this code adds a MAC.
                if !hasMAC, length > 0 { unsafe PKCS12_set_mac(archive, text, length, nil, 0, 1, Algorithm.sha256) }
                ERR_clear_error()
                var (key, certificate, others) = unsafe (OpaquePointer?.none, OpaquePointer?.none, OpaquePointer?.none)
                var isOpen = unsafe PKCS12_parse(archive, text, &key, &certificate, &others) == 1
                // Keychains still encrypt with RC2, which OpenSSL has moved to its legacy provider.
                if !isOpen, LegacyCiphers.areLoaded {
                    isOpen = unsafe PKCS12_parse(archive, text, &key, &certificate, &others) == 1
                }
                // If a file has no MAC, only a failed decryption shows that the passphrase is wrong.
                if !isOpen, !hasMAC, OpenSSLError.lastCode != Int32(ERR_R_UNSUPPORTED) {
                    _ = OpenSSLError(.openPKCS12)
                    throw passphrase == nil ? CertificateFault.passphraseNeeded : .wrongPassphrase
                }
                guard isOpen else {
                    _ = OpenSSLError(.openPKCS12)
                    throw CertificateFault.unsupportedCipher
                }
                if let key = unsafe key { self.key = unsafe PrivateKey(key) }
                if let certificate = unsafe certificate { certificates.append(unsafe Certificate(certificate)) }
                certificates += unsafe Certificate.all(in: others)
            }
        }
    }
}

/// Ciphers that OpenSSL supports only after its legacy provider is loaded.
private enum LegacyCiphers {
    /// Whether the legacy ciphers are available in addition to the default ciphers. The first access loads them.
    static let areLoaded: Bool = {
        let isLoaded =
            unsafe OSSL_PROVIDER_load(nil, "default") != nil && OSSL_PROVIDER_load(nil, "legacy") != nil
        ERR_clear_error()
        return isLoaded
    }()
}

/// Passes a secret to a closure as a C string. The copy with the terminating zero is wiped after the call.
private enum NullTerminatedSecret {
    static func withPointer<Result>(
        _ secret: SecretBytes?, _ body: (UnsafePointer<CChar>?, Int32) throws -> Result
    ) rethrows -> Result {
        guard let secret else { return try body(nil, 0) }
        let ended = secret.withBytes { bytes in
            SecretBytes(count: bytes.count + 1) { buffer in
                for index in bytes.indices { buffer[index] = bytes[index] }
            }
        }
        return try ended.withBytes { bytes in
            try unsafe bytes.withUnsafeBytes {
                try unsafe body($0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32($0.count - 1))
            }
        }
    }
}
