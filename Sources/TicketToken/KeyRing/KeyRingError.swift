import FileAccess
public import Languages

/// The reason why a key ring was not opened or changed. The error never contains a secret.
public enum KeyRingError: Error, Hashable, SentenceConvertible {
    /// A syntax error in one line of a file, or a missing line.
    case unreadable(path: String, line: Int, problem: Sentence)
    /// Other users can read or write the file or folder.
    case looseMode(path: String, mode: UInt32, needed: UInt32)
    case foreignOwner(path: String, owner: UInt32, user: UInt32)
    case symbolicLink(path: String)
    /// The path is not a folder, or not a regular file. `needed` is the expected kind.
    case wrongKind(path: String, needed: Kind)
    /// The folder does not exist.
    case missing(path: String)
    case notARing(path: String)
    case folderNotEmpty(path: String)
    /// The check value of the key in the file at `path` differs from the registered check value.
    case checkMismatch(path: String)
    case unregistered(path: String)
    case passphraseNeeded(number: UInt8, path: String)
    case wrongPassphrase(number: UInt8, path: String)
    case emptyPassphrase
    /// A demonstration key, whose secret is public, cannot be sealed.
    case publicAndSealed
    case numberTaken(UInt8)
    /// The key with this number has, or once had, the same secret.
    case secretTaken(by: UInt8)
    /// The store was used with a key that has this number but another secret.
    case otherSecret(UInt8)
    /// The highest number, 255, was already used.
    case numbersExhausted
    case noSuchKey(UInt8)
    case retired(UInt8)
    /// The secret is not 64 hexadecimal digits.
    case notASecret

    /// The kinds of file system objects in a key ring.
    public enum Kind: Hashable, Sendable { case folder, file }

    enum Text: String, SentenceKey {
        static let subject = "keyRingError"

        case looseMode =
            "{path} has mode {mode}, which gives other users access to the key ring; fix it with: {command}"
        case foreignOwner = "{path} belongs to user {owner}, not to the current user {user}; fix it with: {command}"
        case symbolicLink = "{path} is a symbolic link, which is not allowed for a key ring; use its target"
        case notAFolder = "{path} is not a folder"
        case notAFile = "{path} is not a file"
        case missing = "there is no key ring at {path}"
        case missingHint =
            "restore the folder from a backup, then run chmod 700 on it; without a backup, run eventpass init"
        case notARing = "{path} is not a key ring: it has no register"
        case notARingHint = "restore the register from a backup of the folder"
        case folderNotEmpty = "{path} is not empty"
        case checkMismatch =
            "{path} is not the key that is registered under the number in its file name: its check value differs"
        case unregistered = "{path} is a key that is not in the register"
        case passphraseNeeded = "key {number} is sealed: {path} cannot be opened without its passphrase"
        case wrongPassphrase =
            "the secret of key {number} cannot be decrypted: the passphrase is wrong, or {path} was altered"
        case passphraseHint = "use --passphrase-file FILE, or set EVENTPASS_PASSPHRASE"
        case emptyPassphrase = "the passphrase is empty"
        case publicAndSealed = "a demonstration key, whose secret is public, cannot be sealed with a passphrase"
        case numberTaken = "key number {number} was used before, and numbers cannot be reused"
        case numberTakenHint = "choose another number; list the keys with: eventpass key list"
        case secretTaken = "the key ring already has this secret as key {number}"
        case otherSecret = "this store was used with another secret for key {number}"
        case otherSecretHint =
            "on the machine with the right key, export it with: eventpass key export --number {number}"
        case numbersExhausted = "the highest key number, 255, was already used; create a new key ring"
        case noSuchKey = "the key ring has no key {number}"
        case retired = "key {number} is retired"
        case notASecret = "an issuer key's secret must be 64 hexadecimal digits"
    }

    public var sentence: Sentence {
        switch self {
        case .unreadable(let path, let line, let problem):
            .list([.verbatim("\(path):\(line)"), problem], separator: ": ")
        case .looseMode(let path, let mode, let needed):
            Sentence(
                Text.looseMode,
                [
                    "path": .text(path), "mode": .text(KeyRingError.octal(mode)),
                    "command": "chmod \(KeyRingError.octal(needed)) \(path.shellWord)",
                ])
        case .foreignOwner(let path, let owner, let user):
            Sentence(
                Text.foreignOwner,
                [
                    "path": .text(path), "owner": "\(owner)", "user": "\(user)",
                    "command": "chown \(user) \(path.shellWord)",
                ])
        case .symbolicLink(let path): Sentence(Text.symbolicLink, ["path": .text(path)])
        case .wrongKind(let path, .folder): Sentence(Text.notAFolder, ["path": .text(path)])
        case .wrongKind(let path, .file): Sentence(Text.notAFile, ["path": .text(path)])
        case .missing(let path): Sentence(Text.missing, ["path": .text(path)])
        case .notARing(let path): Sentence(Text.notARing, ["path": .text(path)])
        case .folderNotEmpty(let path): Sentence(Text.folderNotEmpty, ["path": .text(path)])
        case .checkMismatch(let path): Sentence(Text.checkMismatch, ["path": .text(path)])
        case .unregistered(let path): Sentence(Text.unregistered, ["path": .text(path)])
        case .passphraseNeeded(let number, let path):
            Sentence(Text.passphraseNeeded, ["number": "\(number)", "path": .text(path)])
        case .wrongPassphrase(let number, let path):
            Sentence(Text.wrongPassphrase, ["number": "\(number)", "path": .text(path)])
        case .emptyPassphrase: Sentence(Text.emptyPassphrase)
        case .publicAndSealed: Sentence(Text.publicAndSealed)
        case .numberTaken(let number): Sentence(Text.numberTaken, ["number": "\(number)"])
        case .secretTaken(let number): Sentence(Text.secretTaken, ["number": "\(number)"])
        case .otherSecret(let number): Sentence(Text.otherSecret, ["number": "\(number)"])
        case .numbersExhausted: Sentence(Text.numbersExhausted)
        case .noSuchKey(let number): Sentence(Text.noSuchKey, ["number": "\(number)"])
        case .retired(let number): Sentence(Text.retired, ["number": "\(number)"])
        case .notASecret: Sentence(Text.notASecret)
        }
    }

    /// Advice on how to resolve the error; nil if the program has no advice for this error.
    public var hint: Sentence? {
        switch self {
        case .missing: Sentence(Text.missingHint)
        case .notARing: Sentence(Text.notARingHint)
        case .passphraseNeeded, .wrongPassphrase: Sentence(Text.passphraseHint)
        case .otherSecret(let number): Sentence(Text.otherSecretHint, ["number": "\(number)"])
        case .numberTaken: Sentence(Text.numberTakenHint)
        default: nil
        }
    }

    private static func octal(_ mode: UInt32) -> String {
        let digits = String(mode, radix: 8)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
