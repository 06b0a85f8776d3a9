public import Cryptography
import FileAccess

/// All files of a key ring in one encrypted file, to store with a backup. A passphrase decrypts the file.
///
/// The file consists of the title, the salt, the nonce and an AES-256-GCM ciphertext. The key of the ciphertext is
/// derived from the passphrase with scrypt. The plaintext consists of each file's name, length and bytes. If a key file
/// has a passphrase, the plaintext contains the key's secret only in encrypted form.
public struct SealedKeyRing: Sendable {
    private static let title = Array("eventpass sealed keys 1\n".utf8)
    private static let saltLength = 16
    /// The maximum size of the file, 1 MiB. A key ring with 256 keys is smaller than 256 KiB.
    private static let longest = 1 << 20

    private struct File: Sendable {
        let name: String
        let bytes: SecretBytes
    }

    private let files: [File]

    /// Reads all files of a key ring.
    ///
    /// - Throws: the errors of `KeyRing.list`.
    public init(ringAt folder: String) throws {
        let opened = try KeyFolder(opening: folder, lock: .exclusive)
        let contents = try KeyRingContents(opened)
        let names = [KeyRegister.name] + contents.keys.map { KeyFile.name($0.number) }
        files = try names.map { File(name: $0, bytes: try opened.read($0).bytes) }
    }

    /// The number of keys.
    public var count: Int { files.count - 1 }

    /// Writes the encrypted key ring to a new file with mode 0600.
    ///
    /// - Throws: `KeyRingError.emptyPassphrase`; `SystemError` with `EEXIST` if the path exists.
    public func write(to path: String, passphrase: SecretBytes) throws {
        guard passphrase.count > 0 else { throw KeyRingError.emptyPassphrase }
        var plain: [UInt8] = []
        // The capacity is reserved first, because a growing array would leave copies of the secrets in memory.
        plain.reserveCapacity(files.reduce(0) { $0 + $1.bytes.count + $1.name.utf8.count + 32 })
        defer { SecretBytes.wipe(&plain) }
        for file in files {
            plain.append(contentsOf: "\(file.name) \(file.bytes.count)\n".utf8)
            file.bytes.withBytes { bytes in for index in bytes.indices { plain.append(bytes[index]) } }
        }
        let salt = try SealedKeyRing.random(SealedKeyRing.saltLength)
        let nonce = try SealedKeyRing.random(AESGCM.nonceLength)
        let box = try AESGCM.seal(
            SecretBytes(copying: plain.span), key: SealedKeyRing.key(passphrase, salt), nonce: nonce,
            binding: SealedKeyRing.title)
        try AtomicFile.write(SealedKeyRing.title + salt + nonce + box, to: path, existing: .refuse)
    }

    /// Opens a file that `write` has written. Returns nil if the passphrase is wrong or the file was altered.
    ///
    /// - Throws: `KeyRingError.unreadable` if the file is not a sealed key ring; `SystemError`.
    public init?(path: String, passphrase: SecretBytes) throws {
        let bytes = try BlockReader(path: path).next(atMost: SealedKeyRing.longest)
        let rest = bytes.dropFirst(SealedKeyRing.title.count)
        guard bytes.starts(with: SealedKeyRing.title),
            rest.count > SealedKeyRing.saltLength + AESGCM.nonceLength + AESGCM.tagLength
        else { throw KeyRingError.unreadable(path: path, line: 1, .notSealedRing) }
        let salt = Array(rest.prefix(SealedKeyRing.saltLength))
        let nonce = Array(rest.dropFirst(salt.count).prefix(AESGCM.nonceLength))
        let plain = try AESGCM.open(
            Array(rest.dropFirst(salt.count + nonce.count)), key: SealedKeyRing.key(passphrase, salt), nonce: nonce,
            binding: SealedKeyRing.title)
        guard let plain else { return nil }
        files = try plain.withBytes { try SealedKeyRing.files(in: $0, path) }
    }

    /// Adds the keys to the key ring in a folder. The existing keys of that key ring do not change.
    ///
    /// - Returns: the number of added keys.
    /// - Throws: `KeyRingError.numberTaken` if the key ring has used one of the numbers for another key. In that case,
    ///   nothing is changed.
    public func restore(to folder: String) throws -> Int {
        let opened = try KeyFolder(opening: folder, lock: .exclusive)
        try opened.access.check()
        var contents = try KeyRingContents(opened)
        let path = opened.path(of: KeyRegister.name)
        guard let register = files.first(where: { $0.name == KeyRegister.name }) else {
            throw KeyRingError.notARing(path: folder)
        }
        for (number, check) in try KeyRegister(parsing: register.bytes, path: path).checks {
            guard contents.register.checks[number] ?? check == check else { throw KeyRingError.numberTaken(number) }
            contents.register.register(number, check: check)
        }
        // The register is written first, because a key ring does not open if it contains a key file without an entry in
        // the register.
        try opened.write(contents.register.bytes, to: KeyRegister.name, existing: .replace)
        var count = 0
        for file in files where file.name != KeyRegister.name {
            let key = try KeyFile.key(parsing: file.bytes, path: opened.path(of: file.name))
            guard !contents.keys.contains(where: { $0.number == key.number }) else { continue }
            var bytes = file.bytes.withBytes { bytes in bytes.indices.map { bytes[$0] } }
            defer { SecretBytes.wipe(&bytes) }
            try opened.write(bytes, to: KeyFile.name(key.number), existing: .refuse)
            count += 1
        }
        return count
    }

    private static func files(in bytes: Span<UInt8>, _ path: String) throws -> [File] {
        func damaged() -> KeyRingError { .unreadable(path: path, line: 1, .damaged) }
        var files: [File] = []
        var index = 0
        while index < bytes.count {
            var line: [UInt8] = []
            while index < bytes.count, bytes[index] != UInt8(ascii: "\n"), line.count < 32 {
                line.append(bytes[index])
                index += 1
            }
            index += 1
            let fields = String(decoding: line, as: UTF8.self).split(separator: " ")
            guard fields.count == 2, let count = Int(fields[1]), count >= 0, index <= bytes.count,
                count <= bytes.count - index
            else { throw damaged() }
            files.append(
                File(name: String(fields[0]), bytes: SecretBytes(copying: bytes.extracting(index..<index + count))))
            index += count
        }
        return files
    }

    private static func key(_ passphrase: SecretBytes, _ salt: [UInt8]) throws -> SecretBytes {
        try Scrypt.derive(from: passphrase, salt: salt, cost: .interactive, count: AESGCM.keyLength)
    }

    private static func random(_ count: Int) throws -> [UInt8] {
        try SecretBytes.random(count: count).withBytes { bytes in bytes.indices.map { bytes[$0] } }
    }
}
