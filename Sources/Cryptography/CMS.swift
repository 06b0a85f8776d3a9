import COpenSSL

/// Signatures in the Cryptographic Message Syntax (RFC 5652), the successor of PKCS#7.
public enum CMS {
    /// Signs `content` with SHA-256 and returns the signature in DER. The signature is detached: it does not contain
    /// the content. It contains the signer's certificate and certificate chain.
    ///
    /// - Parameters:
    ///   - intermediates: further certificates to include, in PEM or DER; nil to include no further certificates.
    ///   - time: the signing time in seconds since 1970 (RFC 5652 §11.3).
    /// - Throws: `CertificateFault` if the intermediates cannot be read; `OpenSSLError`.
    public static func detachedSignature(
        of content: [UInt8], by signer: SigningCertificate, intermediates: SecretBytes? = nil, time: Int64
    ) throws -> [UInt8] {
        let more = try intermediates.map(CMS.certificates) ?? []
        let message = try Message()
        let options = UInt32(CMS_DETACHED | CMS_BINARY | CMS_NOSMIMECAP)
        guard
            let info = unsafe CMS_add1_signer(
                message.handle, signer.certificate.handle, signer.key.handle, Algorithm.sha256, options),
            unsafe Message.set(time, of: info)
        else { throw OpenSSLError(.signMessage) }
        for certificate in signer.chain + more {
            guard unsafe CMS_add1_cert(message.handle, certificate.handle) != 1 else { continue }
            // OpenSSL reports an error if the message already contains the certificate. This error is ignored.
            guard OpenSSLError.lastCode == CMS_R_CERTIFICATE_ALREADY_PRESENT else {
                throw OpenSSLError(.addCertificateToMessage)
            }
            ERR_clear_error()
        }
        let source = try MemoryBIO(copying: content)
        guard unsafe CMS_final(message.handle, source.handle, nil, options) == 1 else {
            throw OpenSSLError(.signMessage)
        }
        return try message.encoded()
    }

    /// Checks that the bytes contain certificates.
    ///
    /// - Parameter intermediates: PEM or DER.
    /// - Throws: `CertificateFault`.
    public static func check(intermediates: SecretBytes) throws { _ = try certificates(intermediates) }

    /// Checks that the certificate of the signer's issuer is among the intermediates or in the signer's file. Without
    /// the issuer's certificate, verifiers could not build the chain to a trusted authority.
    ///
    /// - Parameter intermediates: PEM or DER.
    /// - Throws: `CertificateFault`.
    public static func check(intermediates: SecretBytes, of signer: SigningCertificate) throws {
        guard try (certificates(intermediates) + signer.chain).contains(where: signer.certificate.isIssued) else {
            throw CertificateFault.otherIssuer(name: signer.name)
        }
    }

    private static func certificates(_ bytes: SecretBytes) throws -> [Certificate] {
        let found = try Certificate.all(in: bytes)
        if found.isEmpty { throw CertificateFault.noCertificate }
        return found
    }

    /// Owns a CMS_ContentInfo.
    @safe private struct Message: ~Copyable {
        let handle: OpaquePointer

        init() throws {
            guard
                let handle = unsafe CMS_sign(
                    nil, nil, nil, nil, UInt32(CMS_DETACHED | CMS_BINARY | CMS_PARTIAL | CMS_STREAM))
            else { throw OpenSSLError(.signMessage) }
            unsafe self.handle = unsafe handle
        }

        deinit { unsafe CMS_ContentInfo_free(handle) }

        /// Sets the signing time. OpenSSL encodes times until 2049 as UTCTime, as RFC 5652 §11.3 requires.
        static func set(_ time: Int64, of info: OpaquePointer) -> Bool {
            guard let stamp = unsafe ASN1_TIME_set(nil, time_t(time)) else { return false }
            defer { unsafe ASN1_STRING_free(stamp) }
            return unsafe CMS_signed_add1_attr_by_NID(
                info, NID_pkcs9_signingTime, ASN1_STRING_type(stamp), stamp, -1) == 1
        }

        borrowing func encoded() throws -> [UInt8] {
            let length = unsafe i2d_CMS_ContentInfo(handle, nil)
            guard length > 0 else { throw OpenSSLError(.encodeSignature) }
            return unsafe try [UInt8](unsafeUninitializedCapacity: Int(length)) { buffer, count in
                var position = buffer.baseAddress
                let written = unsafe i2d_CMS_ContentInfo(handle, &position)
                guard written == length else { throw OpenSSLError(.encodeSignature) }
                count = Int(written)
            }
        }
    }
}
