public import Cryptography
import FileAccess
import Glibc
import Languages
public import Ticketing

/// A gate pack that is encrypted with a passphrase for transport. The key is derived with scrypt, and the content is
/// encrypted in chunks with AES-256-GCM (Docs/Gate.md, "Gate packs").
///
/// The header contains the name of the format, the id of the pack's device and the salt. Chunks of 64 KiB follow, each
/// with its authentication tag. The key is derived from the passphrase and the salt. Each file has a different salt,
/// and thus a different key. A chunk's nonce contains the chunk's number and a flag for the last chunk. The header is
/// authenticated together with every chunk. A file thus can't be opened if it was truncated or changed, or if its
/// chunks were reordered.
public enum EncryptedGatePack {
    private static let magic = Array("eventpass sealed pack 1\n".utf8)
    private static let saltLength = 16
    private static let chunk = 64 * 1024

    /// Whether a file is an encrypted pack. Only the first bytes of the file are checked.
    ///
    /// - Throws: `SystemError` if the file can't be read.
    public static func isEncryptedPack(_ path: String) throws -> Bool {
        let file = try DatabaseFile(path, for: .reading)
        defer { file.release() }
        return try file.firstBytes(magic.count) == magic
    }

    /// Creates a new encrypted pack with mode 0600. If the creation fails, no file remains.
    ///
    /// - Parameter create: writes the unencrypted pack to the path that it receives: a temporary path in the folder of
    ///   `path`. The unencrypted file is removed before this method returns.
    /// - Throws: `SystemError` if the file can't be written, with `EEXIST` if the path exists; `OpenSSLError` if the
    ///   encryption fails; any error of `create`.
    public static func create<Result>(
        at path: String, of device: DeviceID, passphrase: SecretBytes, _ create: (String) throws -> Result
    ) throws -> Result {
        guard unsafe access(path, F_OK) != 0 else { throw SystemError(.create, path, errno: EEXIST) }
        let plain = "\(path).\(String(UInt64.random(in: .min ... .max), radix: 36)).open"
        defer { _ = unsafe unlink(plain) }
        let result = try create(plain)
        let salt = try SecretBytes.random(count: saltLength).withBytes { bytes in bytes.indices.map { bytes[$0] } }
        try encrypt(plain, into: path, device: device, salt: salt, key: key(passphrase, salt))
        return result
    }

    static func encrypt(_ pack: String, into path: String, device: DeviceID, salt: [UInt8], key: SecretBytes) throws {
        let header = magic + device.bytes + salt
        let input = try BlockReader(path: pack)
        try AtomicFile.write(to: path, existing: .refuse) { output in
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

    /// The id of the pack's device. It can be read without the passphrase.
    ///
    /// - Throws: `StoreError.damaged` if the file is not an encrypted pack, or is too short; `SystemError` if the file
    ///   can't be read.
    public static func device(of path: String) throws -> DeviceID { try Header(BlockReader(path: path), path).device }

    /// Decrypts the pack at `path` into a new file at the path `pack`, with mode 0600. If the decryption fails, no new
    /// file remains.
    ///
    /// - Returns: true if the pack was decrypted; false if the passphrase is wrong, or if the header or the first chunk
    ///   was changed. These cases can't be distinguished.
    /// - Throws: `StoreError.damaged` if the file is not an encrypted pack, or was truncated or changed after its first
    ///   chunk; `SystemError` if a file can't be read or written, with `EEXIST` if `pack` exists; `OpenSSLError` if
    ///   OpenSSL fails.
    public static func open(_ path: String, into pack: String, passphrase: SecretBytes) throws -> Bool {
        try open(path, into: pack) { salt in try key(passphrase, salt) }
    }

    /// Decrypts the pack at the absolute path `path` and opens the decrypted pack, for example for a rehearsal. The
    /// decrypted files are created in a new folder with mode 0700 beside the pack. The files and the folder are removed
    /// from the file system before this method returns. So the decrypted content disappears when the store is closed,
    /// or when the process ends.
    ///
    /// - Returns: nil if the passphrase is wrong, or if the header or the first chunk was changed.
    /// - Throws: the errors of `open(_:into:passphrase:)` and of `GatePackFile.open`.
    public static func openWithoutName(_ path: String, passphrase: SecretBytes) throws -> Store? {
        guard path.hasPrefix("/") else { throw StoreError.packMissing(path: path) }
        let salt = try Header(BlockReader(path: path), path).salt
        // The key is derived first, because this takes longer than all other steps. If the process is killed meanwhile,
        // no decrypted file exists yet.
        let key = try key(passphrase, salt)
        let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        return try SQLiteFile.withUnlinkedFile(in: folder) { pack -> Store? in
            guard try open(path, into: pack, deriving: { _ in key }) else { return nil }
            let store = Store(
                engine: try SQLiteEngine(
                    path: pack, named: path, kind: .pack, creating: false, history: SchemaHistory.current,
                    isPrivate: true))
            try GatePackFile.requirePack(store)
            return store
        }
    }

    /// Decrypts a pack like `open(_:into:passphrase:)`, but with the key that `derive` returns.
    ///
    /// - Parameter derive: derives the key from the file's salt.
    static func open(
        _ path: String, into pack: String, deriving derive: (_ salt: [UInt8]) throws -> SecretBytes
    ) throws -> Bool {
        let input = try BlockReader(path: path)
        let header = try Header(input, path)
        let key = try derive(header.salt)
        do {
            try AtomicFile.write(to: pack, existing: .refuse) { output in
                var sealed = try input.next(atMost: chunk + AESGCM.tagLength)
                var number: UInt64 = 0
                while true {
                    let next = sealed.count == chunk + AESGCM.tagLength ? try input.next(atMost: sealed.count) : []
                    let plain = try AESGCM.open(
                        sealed, key: key, nonce: nonce(number, isLast: next.isEmpty), binding: header.bytes)
                    guard let plain else {
                        if number == 0 { throw WrongPassphrase() }
                        throw StoreError.damaged(path: path, detail: Sentence(StoreError.Text.truncated))
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

    /// Thrown if the first chunk can't be decrypted: the passphrase is wrong, or the header or the chunk was changed.
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
            else { throw StoreError.damaged(path: path, detail: Sentence(StoreError.Text.headerIncomplete)) }
            self.device = device
            salt = Array(rest.suffix(saltLength))
        }
    }

    private static func key(_ passphrase: SecretBytes, _ salt: [UInt8]) throws -> SecretBytes {
        try Scrypt.derive(from: passphrase, salt: salt, cost: .interactive, count: AESGCM.keyLength)
    }

    /// The nonce of a chunk, which is unique within a file. It consists of the chunk's number in 8 bytes and a flag in
    /// 4 bytes. The flag is 1 for the last chunk, and 0 for all other chunks.
    private static func nonce(_ number: UInt64, isLast: Bool) -> [UInt8] {
        var nonce: [UInt8] = []
        nonce.append(bigEndian: number)
        return nonce + [0, 0, 0, isLast ? 1 : 0]
    }
}
