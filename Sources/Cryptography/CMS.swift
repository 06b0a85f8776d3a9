import COpenSSL

/// Signatures of the Cryptographic Message Syntax (RFC 5652), which began as PKCS#7.
public enum CMS {
    /// A detached signature in DER, hashed with SHA-256: the signer's certificate is in it, and those that came with it.
    ///
    /// - Parameters:
    ///   - intermediates: PEM or DER with more certificates to put in; nil is none.
    ///   - time: seconds since 1970, the signing time (RFC 5652 §11.3).
    /// - Throws: `CertificateFault` for intermediates that can't be read; `OpenSSLError`.
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
        else { throw OpenSSLError("sign a message") }
        for certificate in signer.chain + more {
            guard unsafe CMS_add1_cert(message.handle, certificate.handle) != 1 else { continue }
            // One that is there already is refused, and needed no second time.
            guard OpenSSLError.lastCode == CMS_R_CERTIFICATE_ALREADY_PRESENT else {
                throw OpenSSLError("put a certificate into a message")
            }
            ERR_clear_error()
        }
        let source = try MemoryBIO(copying: content)
        guard unsafe CMS_final(message.handle, source.handle, nil, options) == 1 else {
            throw OpenSSLError("sign a message")
        }
        return try message.encoded()
    }

    /// Refuses what holds no certificates that could be put into a message.
    ///
    /// - Parameter intermediates: PEM or DER.
    /// - Throws: `CertificateFault`.
    public static func check(intermediates: SecretBytes) throws { _ = try certificates(intermediates) }

    /// Refuses intermediates of which none has issued a certificate: whoever verifies would find no way to its authority.
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

    /// The private owner of one CMS_ContentInfo.
    @safe private struct Message: ~Copyable {
        let handle: OpaquePointer

        init() throws {
            guard
                let handle = unsafe CMS_sign(
                    nil, nil, nil, nil, UInt32(CMS_DETACHED | CMS_BINARY | CMS_PARTIAL | CMS_STREAM))
            else { throw OpenSSLError("sign a message") }
            unsafe self.handle = unsafe handle
        }

        deinit { unsafe CMS_ContentInfo_free(handle) }

        /// The time stands as UTCTime until 2049, as RFC 5652 §11.3 wants it.
        static func set(_ time: Int64, of info: OpaquePointer) -> Bool {
            guard let stamp = unsafe ASN1_TIME_set(nil, time_t(time)) else { return false }
            defer { unsafe ASN1_STRING_free(stamp) }
            return unsafe CMS_signed_add1_attr_by_NID(
                info, NID_pkcs9_signingTime, ASN1_STRING_type(stamp), stamp, -1) == 1
        }

        borrowing func encoded() throws -> [UInt8] {
            let length = unsafe i2d_CMS_ContentInfo(handle, nil)
            guard length > 0 else { throw OpenSSLError("encode a signature") }
            return unsafe try [UInt8](unsafeUninitializedCapacity: Int(length)) { room, count in
                var place = room.baseAddress
                let written = unsafe i2d_CMS_ContentInfo(handle, &place)
                guard written == length else { throw OpenSSLError("encode a signature") }
                count = Int(written)
            }
        }
    }
}
