public import Cryptography
import FileAccess
import Glibc
public import Ticketing

/// A pack under a passphrase, for the way: scrypt, then AES-256-GCM in chunks (GATE, "Packs").
///
/// A header says what it is and whose, with salt and cost. Chunks of 64 KiB follow, each with its tag. The key is made of
/// the passphrase for this file alone. A chunk's nonce is its number and whether it is the last, and all of them are bound
/// to the header: so a file that was cut, or whose chunks were exchanged, does not open.
public enum SealedPack {
    private static let magic = Array("eventpass sealed pack 1\n".utf8)
    private static let saltLength = 16
    private static let chunk = 64 * 1024

    /// Whether a file says that it is one.
    ///
    /// - Throws: `SystemError` when it can't be read.
    public static func isOne(_ path: String) throws -> Bool {
        let file = try DatabaseFile(path, for: .reading)
        defer { file.release() }
        return try file.beginning(magic.count) == magic
    }

    /// Makes a new pack that is sealed: mode 0600, whole or absent.
    ///
    /// - Parameter make: writes the pack at a path beside it, which is removed again.
    /// - Throws: `SystemError`, with `EEXIST` when the path is taken; `OpenSSLError`; what `make` throws.
    public static func make<Result>(
        at path: String, of device: DeviceID, passphrase: SecretBytes, _ make: (String) throws -> Result
    ) throws -> Result {
        guard unsafe access(path, F_OK) != 0 else { throw SystemError("create", path, errno: EEXIST) }
        let plain = "\(path).\(String(UInt64.random(in: .min ... .max), radix: 36)).open"
        defer { _ = unsafe unlink(plain) }
        let result = try make(plain)
        let salt = try SecretBytes.random(count: saltLength).withBytes { bytes in bytes.indices.map { bytes[$0] } }
        try seal(plain, into: path, device: device, salt: salt, key: key(passphrase, salt))
        return result
    }

    static func seal(_ pack: String, into path: String, device: DeviceID, salt: [UInt8], key: SecretBytes) throws {
        let header = magic + device.bytes + salt
        let input = try BlockReader(path: pack)
        try AtomicFile.write(to: path, existing: .refuse, mode: 0o600) { output in
            try output.append(header)
            var plain = try input.next(atMost: chunk)
            var number: UInt64 = 0
            while true {
                let next = plain.count == chunk ? try input.next(atMost: chunk) : []
                let sealed = try AESGCM.seal(
                    SecretBytes(copying: plain.span), key: key, nonce: nonce(number, isLast: next.isEmpty),
                    binding: header)
                try output.append(sealed)
                if next.isEmpty { return }
                plain = next
                number += 1
            }
        }
    }

    /// The device whose pack it is, which can be read without the passphrase.
    ///
    /// - Throws: `StoreError.damaged` for a file that is too short.
    public static func device(of path: String) throws -> DeviceID { try Header(BlockReader(path: path), path).device }

    /// Opens one into a new file, mode 0600, whole or absent.
    ///
    /// - Returns: false, and there is no file, when the passphrase is another one.
    /// - Throws: `StoreError.damaged` when it was cut or changed behind its first chunk; `SystemError`, with `EEXIST` when
    ///   the path is taken; `OpenSSLError`.
    public static func open(_ path: String, into pack: String, passphrase: SecretBytes) throws -> Bool {
        try open(path, into: pack) { salt in try key(passphrase, salt) }
    }

    /// - Parameter derive: makes the key of the file's salt.
    static func open(
        _ path: String, into pack: String, deriving derive: (_ salt: [UInt8]) throws -> SecretBytes
    ) throws -> Bool {
        let input = try BlockReader(path: path)
        let header = try Header(input, path)
        let key = try derive(header.salt)
        do {
            try AtomicFile.write(to: pack, existing: .refuse, mode: 0o600) { output in
                var sealed = try input.next(atMost: chunk + AESGCM.tagLength)
                var number: UInt64 = 0
                while true {
                    let next = sealed.count == chunk + AESGCM.tagLength ? try input.next(atMost: sealed.count) : []
                    let plain = try AESGCM.open(
                        sealed, key: key, nonce: nonce(number, isLast: next.isEmpty), binding: header.bytes)
                    guard let plain else {
                        if number == 0 { throw WrongPassphrase() }
                        throw StoreError.damaged(path: path, detail: "it was cut or changed on its way")
                    }
                    try output.append(plain.withBytes { bytes in bytes.indices.map { bytes[$0] } })
                    if next.isEmpty { return }
                    sealed = next
                    number += 1
                }
            }
        } catch is WrongPassphrase {
            return false
        }
        return true
    }

    /// Or a file that was changed in its first chunk: nobody can tell.
    private struct WrongPassphrase: Error {}

    private struct Header {
        let device: DeviceID
        let salt: [UInt8]
        let bytes: [UInt8]

        init(_ input: BlockReader, _ path: String) throws {
            bytes = try input.next(atMost: magic.count + DeviceID.length + saltLength)
            let rest = bytes.dropFirst(magic.count)
            guard bytes.starts(with: magic), rest.count == DeviceID.length + saltLength,
                let device = DeviceID(bytes: Array(rest.prefix(DeviceID.length)))
            else { throw StoreError.damaged(path: path, detail: "it has no whole header") }
            self.device = device
            salt = Array(rest.suffix(saltLength))
        }
    }

    private static func key(_ passphrase: SecretBytes, _ salt: [UInt8]) throws -> SecretBytes {
        try Scrypt.derive(from: passphrase, salt: salt, cost: .interactive, count: AESGCM.keyLength)
    }

    /// No chunk of this file's key has another's: its number in 8 bytes, and 1 in the last one's else empty rest.
    private static func nonce(_ number: UInt64, isLast: Bool) -> [UInt8] {
        var nonce: [UInt8] = []
        nonce.append(bigEndian: number)
        return nonce + [0, 0, 0, isLast ? 1 : 0]
    }
}
