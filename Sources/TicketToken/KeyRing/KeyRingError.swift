/// The reason why a key ring was not opened or changed. The error never contains a secret.
public enum KeyRingError: Error, Hashable, CustomStringConvertible {
    /// A syntax error in one line of a file, or a missing line.
    case unreadable(path: String, line: Int, problem: String)
    /// Other users can read or write the file or folder.
    case looseMode(path: String, mode: UInt32, needed: UInt32)
    case foreignOwner(path: String, owner: UInt32, user: UInt32)
    case symbolicLink(path: String)
    /// The path is not a folder, or not a regular file. `needed` names the expected kind.
    case wrongKind(path: String, needed: String)
    /// The folder does not exist.
    case missing(path: String)
    case notARing(path: String)
    case folderNotEmpty(path: String)
    /// The check value of the key in the file at `path` differs from the registered check value. A check value
    /// identifies the secret of a key without revealing it.
    case checkMismatch(path: String)
    case unregistered(path: String)
    case passphraseNeeded(number: UInt8, path: String)
    case wrongPassphrase(number: UInt8, path: String)
    case emptyPassphrase
    /// A key cannot be both public and sealed.
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

    public var description: String {
        switch self {
        case .unreadable(let path, let line, let problem): "\(path):\(line): \(problem)"
        case .looseMode(let path, let mode, let needed):
            "\(path) has mode \(KeyRingError.octal(mode)), so others can read the keys; fix it with: "
                + "chmod \(KeyRingError.octal(needed)) \(KeyRingError.quoted(path))"
        case .foreignOwner(let path, let owner, let user):
            "\(path) belongs to user \(owner), not to the current user \(user); fix it with: "
                + "chown \(user) \(KeyRingError.quoted(path))"
        case .symbolicLink(let path): "\(path) is a symbolic link, which is not allowed for a key ring; use its target"
        case .wrongKind(let path, let needed): "\(path) is not a \(needed)"
        case .missing(let path): "there is no key ring at \(path)"
        case .notARing(let path): "\(path) is not a key ring: it has no register"
        case .folderNotEmpty(let path): "\(path) is not empty"
        case .checkMismatch(let path):
            "\(path) is not the key that was registered under this number: its check value differs"
        case .unregistered(let path): "\(path) is a key that is not in the register"
        case .passphraseNeeded(let number, let path):
            "key \(number) is sealed: \(path) cannot be opened without its passphrase"
        case .wrongPassphrase(let number, let path):
            "key \(number) does not open: the passphrase is wrong, or \(path) was altered"
        case .emptyPassphrase: "the passphrase is empty"
        case .publicAndSealed: "a public key cannot be sealed with a passphrase"
        case .numberTaken(let number): "key number \(number) was used before, and numbers cannot be reused"
        case .secretTaken(let number): "the key ring already has this secret as key \(number)"
        case .otherSecret(let number): "this store was used with another secret for key \(number)"
        case .numbersExhausted: "the highest key number, 255, was already used; create a new key ring"
        case .noSuchKey(let number): "the key ring has no key \(number)"
        case .retired(let number): "key \(number) is retired"
        case .notASecret: "an issuer key's secret must be 64 hexadecimal digits"
        }
    }

    /// A hint about how to resolve the error; nil if there is none.
    public var hint: String? {
        switch self {
        case .missing:
            "restore the folder from a backup, then run chmod 700 on it; without a backup, run eventpass init"
        case .notARing: "restore the register from a backup of the folder"
        case .passphraseNeeded, .wrongPassphrase: "use --passphrase-file FILE, or set EVENTPASS_PASSPHRASE"
        case .otherSecret(let number):
            "on the machine with the right key, export it with: eventpass key export --number \(number)"
        case .numberTaken: "choose another number; list the keys with: eventpass key list"
        default: nil
        }
    }

    private static func octal(_ mode: UInt32) -> String {
        let digits = String(mode, radix: 8)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    /// The path, quoted for a shell if necessary.
    private static func quoted(_ path: String) -> String {
        let isPlain = path.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "-"):
                true
            default: false
            }
        }
        if isPlain, !path.hasPrefix("-") { return path }
        return "'" + path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
