import COpenSSL

/// A private key: owns an EVP_PKEY, OpenSSL's object for keys.
@safe final class PrivateKey: Sendable {
    /// Safe to share: the key is never changed. OpenSSL allows several threads to sign with one key, each thread with
    /// its own context (openssl-threads(7)).
    nonisolated(unsafe) let handle: OpaquePointer

    /// Takes ownership of the key.
    init(_ handle: OpaquePointer) { unsafe self.handle = unsafe handle }

    deinit { unsafe EVP_PKEY_free(handle) }

    /// The first private key of a PEM text (RFC 7468); nil if the text contains no key.
    ///
    /// - Throws: `CertificateFault.passphraseNeeded`, `.wrongPassphrase` or `.damaged`.
    static func first(inPEM text: SecretBytes, passphrase: SecretBytes?) throws -> PrivateKey? {
        let source = try MemoryBIO(text)
        let question = PassphraseCallback(passphrase)
        let asked = unsafe Unmanaged.passUnretained(question).toOpaque()
        let key = unsafe PEM_read_bio_PrivateKey(
            source.handle, nil, { unsafe PassphraseCallback.answer($0, $1, $2, $3) }, asked)
        guard let key = unsafe key else {
            let reason = OpenSSLError(.readPrivateKey).reason
            if question.wasAsked { throw passphrase == nil ? CertificateFault.passphraseNeeded : .wrongPassphrase }
            guard PEMText(text).hasPrivateKey else { return nil }
            throw CertificateFault.damaged(.key, why: reason)
        }
        return unsafe PrivateKey(key)
    }
}

/// Supplies the passphrase when OpenSSL reads an encrypted key.
private final class PassphraseCallback {
    private let passphrase: SecretBytes?
    private(set) var wasAsked = false

    init(_ passphrase: SecretBytes?) { self.passphrase = passphrase }

    /// The callback for OpenSSL. Without a callback, OpenSSL would ask for the passphrase at the terminal.
    static func answer(
        _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int32, _ isWriting: Int32, _ question: UnsafeMutableRawPointer?
    ) -> Int32 {
        guard let buffer = unsafe buffer, let question = unsafe question else { return -1 }
        let asked = unsafe Unmanaged<PassphraseCallback>.fromOpaque(question).takeUnretainedValue()
        asked.wasAsked = true
        guard let passphrase = asked.passphrase, passphrase.count <= Int(size) else { return -1 }
        passphrase.withBytes { bytes in
            for index in bytes.indices { unsafe buffer[index] = CChar(bitPattern: bytes[index]) }
        }
        return Int32(passphrase.count)
    }
}

/// Finds out whether a text is PEM and has a private key, by searching for PEM's heading lines.
struct PEMText {
    private let text: SecretBytes

    init(_ text: SecretBytes) { self.text = text }

    var isPEM: Bool { contains("-----BEGIN ") }
    var hasPrivateKey: Bool { contains("PRIVATE KEY-----") }

    private func contains(_ marker: StaticString) -> Bool {
        text.withBytes { bytes in
            let length = marker.utf8CodeUnitCount
            guard bytes.count >= length else { return false }
            return (0...bytes.count - length).contains { start in
                (0..<length).allSatisfy { unsafe bytes[start + $0] == marker.utf8Start[$0] }
            }
        }
    }
}

/// Owns a BIO (OpenSSL's object for input and output) in memory.
@safe struct MemoryBIO: ~Copyable {
    let handle: OpaquePointer
    private let bytes: SecretBytes?

    /// Makes an input that reads the bytes without copying them.
    init(_ bytes: SecretBytes) throws {
        let handle = unsafe bytes.withBytes { bytes in
            unsafe bytes.withUnsafeBytes { unsafe BIO_new_mem_buf($0.baseAddress, Int32($0.count)) }
        }
        guard let handle = unsafe handle else { throw OpenSSLError(.readFromMemory) }
        unsafe self.handle = unsafe handle
        self.bytes = bytes
    }

    /// Makes an input that reads a copy of the bytes. OpenSSL can also write to this object.
    init(copying bytes: [UInt8]) throws {
        guard let handle = unsafe BIO_new(BIO_s_mem()) else { throw OpenSSLError(.readFromMemory) }
        var written = 0
        guard unsafe bytes.isEmpty || BIO_write_ex(handle, bytes, bytes.count, &written) == 1 else {
            unsafe BIO_free(handle)
            throw OpenSSLError(.readFromMemory)
        }
        unsafe self.handle = unsafe handle
        self.bytes = nil
    }

    deinit { unsafe BIO_free(handle) }
}
