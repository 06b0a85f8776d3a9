public import Cryptography
import FileAccess

/// Returns the passphrase of a sealed key, given the number of the key. Returns nil if no passphrase is available.
public typealias PassphraseSource = @Sendable (_ key: UInt8) throws -> SecretBytes?

/// The issuer keys of a data folder (TOKEN §3): a folder with one file for each key, and a register of all numbers ever
/// used.
///
/// The folder must have mode 0700 and its files mode 0600, and the folder and the files must belong to the current
/// user. Demonstration keys with `public: yes` are exempt from these rules. Symbolic links are never followed.
public struct KeyRing: Sendable {
    /// The keys, sorted by number.
    public internal(set) var keys: [IssuerKey]
    /// The path of the key ring's folder.
    public let folder: String
    let passphrase: PassphraseSource

    /// Creates an empty key ring: the folder with mode 0700, and its register.
    ///
    /// - Throws: `KeyRingError` if the folder exists and is not empty, is a symbolic link, has a looser mode, or
    ///   belongs to another user; `SystemError`.
    public static func create(at folder: String) throws {
        try KeyFolder.make(at: folder)
        let opened = try KeyFolder(opening: folder, lock: .exclusive)
        try opened.access.check()
        guard try opened.names().isEmpty else { throw KeyRingError.folderNotEmpty(path: opened.path) }
        try opened.write(KeyRegister().bytes, to: KeyRegister.name, existing: .refuse)
    }

    /// Opens a key ring and all its keys that are not retired.
    ///
    /// - Parameter passphrase: called once for each sealed key that is not retired.
    /// - Throws: `KeyRingError`; `SystemError`; errors of `passphrase`. An error about a mode or an owner contains the
    ///   command that repairs it. An error about the syntax contains the file and the line.
    public static func open(
        at folder: String, passphrase: @escaping PassphraseSource = { _ in nil }
    ) throws -> KeyRing {
        let opened = try KeyFolder(opening: folder, lock: .none)
        let contents = try KeyRingContents(opened)
        let keys = try contents.keys.map { try $0.opened(path: opened.path(of: KeyFile.name($0.number)), passphrase) }
        return KeyRing(keys: keys, folder: opened.path, passphrase: passphrase)
    }

    /// Reads the key ring in the folder again. A key whose secret this `KeyRing` already has in memory needs no
    /// passphrase. Any other sealed key is left out if `passphrase` returns nil or a wrong passphrase.
    func reloaded(_ opened: borrowing KeyFolder, _ passphrase: @escaping PassphraseSource) throws -> KeyRing {
        let contents = try KeyRingContents(opened)
        var keys: [IssuerKey] = []
        for var key in contents.keys {
            if key.state != .retired, let known = self.key(key.number), known.check == key.check,
                let secret = known.secret
            {
                key.secret = secret
                keys.append(key)
                continue
            }
            do {
                keys.append(try key.opened(path: opened.path(of: KeyFile.name(key.number)), passphrase))
            } catch KeyRingError.passphraseNeeded, KeyRingError.wrongPassphrase {
                continue
            }
        }
        return KeyRing(keys: keys, folder: folder, passphrase: passphrase)
    }

    /// Whether both key rings have the same keys in the same states.
    public func hasSameKeys(as other: KeyRing) -> Bool {
        keys.elementsEqual(other.keys) { $0.number == $1.number && $0.state == $1.state && $0.check == $1.check }
    }

    /// The keys of a key ring without their secrets. This method needs no passphrase.
    ///
    /// - Throws: the errors of `open`, except those about passphrases.
    public static func list(at folder: String) throws -> [IssuerKey] {
        try KeyRingContents(KeyFolder(opening: folder, lock: .none)).keys.map { key in
            var key = key
            key.secret = nil
            return key
        }
    }

    /// The check values of all keys that the key ring has or ever had, by number.
    ///
    /// - Throws: the errors of `list`.
    public static func register(at folder: String) throws -> [UInt8: [UInt8]] {
        try KeyRingContents(KeyFolder(opening: folder, lock: .none)).register.checks
    }

    /// The key that signs new tickets: the active key with the highest number; nil if no key is active.
    public var signingKey: IssuerKey? { keys.last { $0.state == .active } }

    public func key(_ number: UInt8) -> IssuerKey? { keys.first { $0.number == number } }

    /// The key with the given number, for verifying tokens. Nil if the key is unknown or retired; tickets that it
    /// signed are then refused as `unknownKey` (TOKEN §3).
    func verifyingKey(_ number: UInt8) -> IssuerKey? {
        key(number).flatMap { $0.state == .retired ? nil : $0 }
    }

    /// Calls `body` with the secret of a key as 64 lower-case hexadecimal digits, in memory that is wiped afterwards.
    ///
    /// - Throws: `KeyRingError` if the key is missing or retired; errors of `body`.
    public func withExportedSecret<Result>(
        of number: UInt8, _ body: (Span<UInt8>) throws -> Result
    ) throws -> Result {
        guard let key = key(number) else { throw KeyRingError.noSuchKey(number) }
        guard let secret = key.secret else { throw KeyRingError.retired(number) }
        return try secret.hexadecimal().withBytes(body)
    }
}

/// The checked contents of a key ring's folder. The modes, owners and check values are valid. The secrets of sealed
/// keys are not decrypted yet.
struct KeyRingContents {
    let keys: [IssuerKey]
    var register: KeyRegister

    init(_ folder: borrowing KeyFolder) throws {
        // The key files are read before the register. A key is registered before its file appears, so the register
        // contains the keys of all files that were read.
        var found: [(key: IssuerKey, access: KeyFolder.Access)] = []
        for name in try folder.names() where name.hasSuffix(KeyFile.suffix) && !name.hasPrefix(".") {
            let (bytes, access) = try folder.read(name)
            let key = try KeyFile.key(parsing: bytes, path: access.path)
            guard name == KeyFile.name(key.number) else {
                throw KeyRingError.unreadable(
                    path: access.path, line: 1, .otherFileName,
                    ["number": "\(key.number)", "name": .text(KeyFile.name(key.number))])
            }
            if !key.isPublic { try access.check() }
            found.append((key, access))
        }
        let isPublic = !found.isEmpty && found.allSatisfy(\.key.isPublic)
        if !isPublic { try folder.access.check() }

        let bytes: SecretBytes
        do {
            let register = try folder.read(KeyRegister.name)
            if !isPublic { try register.access.check() }
            bytes = register.bytes
        } catch let error as SystemError where error.isAbsence {
            throw KeyRingError.notARing(path: folder.path)
        }
        let register = try KeyRegister(parsing: bytes, path: folder.path(of: KeyRegister.name))
        for (key, access) in found {
            guard let check = register.checks[key.number] else { throw KeyRingError.unregistered(path: access.path) }
            guard check == key.check, try key.matchesCheckValue() else {
                throw KeyRingError.checkMismatch(path: access.path)
            }
        }
        self.keys = found.map(\.key).sorted { $0.number < $1.number }
        self.register = register
    }
}

extension IssuerKey {
    /// Whether the secret matches the stored check value; true if there is no secret in memory.
    fileprivate func matchesCheckValue() throws -> Bool {
        guard let secret else { return true }
        return try IssuerKey.check(of: secret) == check
    }

    /// Returns the key with its secret. A sealed secret is decrypted. A retired key is returned without a secret.
    func opened(path: String, _ passphrase: PassphraseSource) throws -> IssuerKey {
        var key = self
        guard state != .retired else {
            key.secret = nil
            return key
        }
        guard let sealed else { return key }
        guard let entered = try passphrase(number) else {
            throw KeyRingError.passphraseNeeded(number: number, path: path)
        }
        let binding = IssuerKey.binding(number: number, created: UTCDate.text(created), check: check)
        key.secret = try sealed.open(passphrase: entered, binding: binding)
        guard key.secret != nil, try key.matchesCheckValue() else {
            throw KeyRingError.wrongPassphrase(number: number, path: path)
        }
        return key
    }
}
