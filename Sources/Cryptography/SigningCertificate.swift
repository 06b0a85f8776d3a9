import COpenSSL

/// A certificate (X.509, RFC 5280) with its private key, and the certificates that came with them.
///
/// Read from PEM (RFC 7468), the key in the same text or in one of its own, from DER with the key in a text of its own, or
/// from PKCS#12 (RFC 7292), as keychains export it. Threads may sign with one at once.
@safe public final class SigningCertificate: Sendable {
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
    /// Whether other certificates came along.
    public var hasChain: Bool { !chain.isEmpty }
    /// Whether its key is one of RSA.
    public var isRSA: Bool { unsafe EVP_PKEY_is_a(key.handle, "RSA") == 1 }
    /// Those that came along, by which it is known to those who verify.
    let chain: [Certificate]

    /// - Parameters:
    ///   - bytes: PEM, DER or PKCS#12.
    ///   - keyText: the key's own PEM; nil when it is in `bytes`.
    ///   - passphrase: of the key, or of the PKCS#12; nil where neither is sealed.
    ///   - now: seconds since 1970, against which its dates are held.
    /// - Throws: `CertificateFault`; `OpenSSLError` when OpenSSL can't work at all.
    public init(
        _ bytes: SecretBytes, key keyText: SecretBytes? = nil, passphrase: SecretBytes? = nil, at now: Int64
    ) throws {
        var found = try Parts(bytes, key: keyText, passphrase: passphrase)
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

        init(_ bytes: SecretBytes, key: SecretBytes?, passphrase: SecretBytes?) throws {
            if PEMText(bytes).isOne {
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
                let reason = OpenSSLError("read PKCS#12").reason
                // What begins as DER does was meant to be it.
                guard bytes.withBytes({ $0.count > 0 && $0[0] == 0x30 }) else { throw CertificateFault.noCertificate }
                throw CertificateFault.damaged(what: "the file", why: reason)
            }
            defer { unsafe PKCS12_free(archive) }
            let hasMAC = unsafe PKCS12_mac_present(archive) == 1
            // An empty passphrase is written in two ways; some files have none of them and no MAC.
            var words = passphrase
            if hasMAC, passphrase == nil, unsafe PKCS12_verify_mac(archive, nil, 0) != 1 {
                words = SecretBytes(count: 0) { _ in }
            }
            try unsafe CText.lending(words) { text, length in
                guard unsafe !hasMAC || PKCS12_verify_mac(archive, text, length) == 1 else {
                    _ = OpenSSLError("verify PKCS#12")
                    throw passphrase == nil ? CertificateFault.passphraseNeeded : .wrongPassphrase
                }
                // OpenSSL 3.0 opens nothing with a passphrase that has no MAC: it gets one.
                if !hasMAC, length > 0 { unsafe PKCS12_set_mac(archive, text, length, nil, 0, 1, Algorithm.sha256) }
                ERR_clear_error()
                var (key, certificate, others) = unsafe (OpaquePointer?.none, OpaquePointer?.none, OpaquePointer?.none)
                var isOpen = unsafe PKCS12_parse(archive, text, &key, &certificate, &others) == 1
                // Keychains seal with RC2 until today, which OpenSSL keeps apart.
                if !isOpen, LegacyCiphers.areLoaded {
                    isOpen = unsafe PKCS12_parse(archive, text, &key, &certificate, &others) == 1
                }
                // Without a MAC, only the opening shows that the passphrase is another.
                if !isOpen, !hasMAC, OpenSSLError.lastCode != Int32(ERR_R_UNSUPPORTED) {
                    _ = OpenSSLError("open PKCS#12")
                    throw passphrase == nil ? CertificateFault.passphraseNeeded : .wrongPassphrase
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
