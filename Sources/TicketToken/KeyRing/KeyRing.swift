public import Cryptography
import FileAccess

/// Gives the passphrase of a sealed key, by its number; nil if there is none.
public typealias PassphraseSource = @Sendable (_ key: UInt8) throws -> SecretBytes?

/// The issuer keys of a data folder (TOKEN §3): a folder of one file a key, and a register of every number ever taken.
///
/// The folder has mode 0700 and its files 0600, and belong to who asks; demonstration keys that say `public: yes` are
/// exempt. A symbolic link is never followed.
public struct KeyRing: Sendable {
    /// Sorted by number.
    public internal(set) var keys: [IssuerKey]
    /// The folder it was opened at.
    public let folder: String
    let passphrase: PassphraseSource

    /// Makes an empty ring: the folder, with mode 0700, and its register.
    ///
    /// - Throws: `KeyRingError`: the folder is there and not empty, a link, of a looser mode or another's;
    ///   `SystemError`.
    public static func create(at folder: String) throws {
        try KeyFolder.make(at: folder)
        let opened = try KeyFolder(opening: folder, lock: .exclusive)
        try opened.access.judge()
        guard try opened.names().isEmpty else { throw KeyRingError.folderNotEmpty(path: opened.path) }
        try opened.write(KeyRegister().bytes, to: KeyRegister.name, existing: .refuse)
    }

    /// Opens a ring and every key of it that is not retired.
    ///
    /// - Parameter passphrase: asked once for each sealed key that is not retired.
    /// - Throws: `KeyRingError`, with the command that mends a mode or an owner, and with file and line of what is not
    ///   a key file; `SystemError`; what `passphrase` throws.
    public static func open(
        at folder: String, passphrase: @escaping PassphraseSource = { _ in nil }
    ) throws -> KeyRing {
        let opened = try KeyFolder(opening: folder, lock: .none)
        let contents = try KeyRingContents(opened)
        let keys = try contents.keys.map { try $0.opened(path: opened.path(of: KeyFile.name($0.number)), passphrase) }
        return KeyRing(keys: keys, folder: opened.path, passphrase: passphrase)
    }

    /// The ring as its folder has it now. No passphrase is asked for what is open already; a sealed key whose passphrase
    /// is not to be had is left out.
    func reread(_ opened: borrowing KeyFolder, _ passphrase: @escaping PassphraseSource) throws -> KeyRing {
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

    /// Whether both have the same keys in the same states.
    public func hasSameKeys(as other: KeyRing) -> Bool {
        keys.elementsEqual(other.keys) { $0.number == $1.number && $0.state == $1.state && $0.check == $1.check }
    }

    /// The keys of a ring as a list can show them, without any passphrase.
    ///
    /// - Throws: as `open`, short of what needs a passphrase.
    public static func list(at folder: String) throws -> [IssuerKey] {
        try KeyRingContents(KeyFolder(opening: folder, lock: .none)).keys.map { key in
            var key = key
            key.secret = nil
            return key
        }
    }

    /// The check values of all keys that a ring has or ever had, by number.
    ///
    /// - Throws: as `list`.
    public static func register(at folder: String) throws -> [UInt8: [UInt8]] {
        try KeyRingContents(KeyFolder(opening: folder, lock: .none)).register.checks
    }

    /// The active key with the highest number: it signs new tickets.
    public var signingKey: IssuerKey? { keys.last { $0.state == .active } }

    public func key(_ number: UInt8) -> IssuerKey? { keys.first { $0.number == number } }

    /// Nil also for a retired key: its tickets are answered `unknownKey` (TOKEN §3).
    func verifyingKey(_ number: UInt8) -> IssuerKey? {
        key(number).flatMap { $0.state == .retired ? nil : $0 }
    }

    /// Lends the secret of a key as 64 lower-case hexadecimal digits, in memory that is wiped afterwards.
    ///
    /// - Throws: `KeyRingError` if there is no such key or it is retired; what `body` throws.
    public func withExportedSecret<Result>(
        of number: UInt8, _ body: (Span<UInt8>) throws -> Result
    ) throws -> Result {
        guard let key = key(number) else { throw KeyRingError.noSuchKey(number) }
        guard let secret = key.secret else { throw KeyRingError.retired(number) }
        return try secret.hexadecimal().withBytes(body)
    }
}

/// What is in a ring's folder, judged: modes, owners, check values. Sealed keys are still sealed.
struct KeyRingContents {
    let keys: [IssuerKey]
    var register: KeyRegister

    init(_ folder: borrowing KeyFolder) throws {
        // Keys first: a key is registered before its file appears, so the register read later knows them all.
        var found: [(key: IssuerKey, access: KeyFolder.Access)] = []
        for name in try folder.names() where name.hasSuffix(KeyFile.suffix) && !name.hasPrefix(".") {
            let (bytes, access) = try folder.read(name)
            let key = try KeyFile.key(parsing: bytes, path: access.path)
            guard name == KeyFile.name(key.number) else {
                throw KeyRingError.unreadable(
                    path: access.path, line: 1,
                    problem: "key \(key.number) belongs in \(KeyFile.name(key.number))")
            }
            if !key.isPublic { try access.judge() }
            found.append((key, access))
        }
        let isPublic = !found.isEmpty && found.allSatisfy(\.key.isPublic)
        if !isPublic { try folder.access.judge() }

        let bytes: SecretBytes
        do {
            let register = try folder.read(KeyRegister.name)
            if !isPublic { try register.access.judge() }
            bytes = register.bytes
        } catch let error as SystemError where error.isAbsence {
            throw KeyRingError.notARing(path: folder.path)
        }
        let register = try KeyRegister(parsing: bytes, path: folder.path(of: KeyRegister.name))
        for (key, access) in found {
            guard let check = register.checks[key.number] else { throw KeyRingError.unregistered(path: access.path) }
            guard check == key.check, try key.hasItsCheck() else {
                throw KeyRingError.checkMismatch(path: access.path)
            }
        }
        self.keys = found.map(\.key).sorted { $0.number < $1.number }
        self.register = register
    }
}

extension IssuerKey {
    /// Whether the secret, where it is known, has the check value that the file says.
    fileprivate func hasItsCheck() throws -> Bool {
        guard let secret else { return true }
        return try IssuerKey.check(of: secret) == check
    }

    /// The key with its secret; a retired one without.
    func opened(path: String, _ passphrase: PassphraseSource) throws -> IssuerKey {
        var key = self
        guard state != .retired else {
            key.secret = nil
            return key
        }
        guard let sealed else { return key }
        guard let words = try passphrase(number) else {
            throw KeyRingError.passphraseNeeded(number: number, path: path)
        }
        let binding = IssuerKey.binding(number: number, created: UTCDate.text(created), check: check)
        key.secret = try sealed.open(passphrase: words, binding: binding)
        guard key.secret != nil, try key.hasItsCheck() else {
            throw KeyRingError.wrongPassphrase(number: number, path: path)
        }
        return key
    }
}
