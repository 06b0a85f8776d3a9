/// Why a key ring was not opened or not changed. Never holds a secret.
public enum KeyRingError: Error, Hashable, CustomStringConvertible {
    /// A problem of one line of a file, or of what should have been there.
    case unreadable(path: String, line: Int, problem: String)
    /// Others can read or write it.
    case looseMode(path: String, mode: UInt32, needed: UInt32)
    case foreignOwner(path: String, owner: UInt32, user: UInt32)
    case symbolicLink(path: String)
    /// Neither a folder nor a file, where one was needed.
    case wrongKind(path: String, needed: String)
    /// There is no such folder.
    case missing(path: String)
    case notARing(path: String)
    case folderNotEmpty(path: String)
    /// The key is not the one that was registered under its number.
    case checkMismatch(path: String)
    case unregistered(path: String)
    case passphraseNeeded(number: UInt8, path: String)
    case wrongPassphrase(number: UInt8, path: String)
    case emptyPassphrase
    /// A key cannot be public and sealed.
    case publicAndSealed
    case numberTaken(UInt8)
    /// The secret is on the ring already, under this number.
    case secretTaken(by: UInt8)
    /// The number belongs to a key with another secret.
    case otherSecret(UInt8)
    /// All 256 numbers, or the highest of them, were used.
    case numbersExhausted
    case noSuchKey(UInt8)
    case retired(UInt8)
    /// Not 64 hexadecimal digits.
    case notASecret

    public var description: String {
        switch self {
        case .unreadable(let path, let line, let problem): "\(path):\(line): \(problem)"
        case .looseMode(let path, let mode, let needed):
            "\(path) has mode \(KeyRingError.octal(mode)), so others may reach the keys; mend it with: "
                + "chmod \(KeyRingError.octal(needed)) \(KeyRingError.quoted(path))"
        case .foreignOwner(let path, let owner, let user):
            "\(path) belongs to user \(owner), not to user \(user) who asks; mend it with: "
                + "chown \(user) \(KeyRingError.quoted(path))"
        case .symbolicLink(let path): "\(path) is a symbolic link, which a key ring must not be; name its target"
        case .wrongKind(let path, let needed): "\(path) is not a \(needed)"
        case .missing(let path): "there is no key ring at \(path)"
        case .notARing(let path): "\(path) is not a key ring: it has no register"
        case .folderNotEmpty(let path): "\(path) is not empty"
        case .checkMismatch(let path):
            "\(path) is not the key that was registered under this number: its check value differs"
        case .unregistered(let path): "\(path) is a key that the register does not know"
        case .passphraseNeeded(let number, let path): "key \(number) is sealed: \(path) needs its passphrase"
        case .wrongPassphrase(let number, let path):
            "key \(number) does not open: the passphrase is another, or \(path) was altered"
        case .emptyPassphrase: "the passphrase is empty"
        case .publicAndSealed: "a public key cannot be sealed with a passphrase"
        case .numberTaken(let number): "key number \(number) was used before; numbers are never used twice"
        case .secretTaken(let number): "this secret is key \(number) of the ring"
        case .otherSecret(let number): "this is not the secret of key \(number) that this store was used with"
        case .numbersExhausted: "all key numbers up to 255 were used; begin a new ring"
        case .noSuchKey(let number): "the key ring has no key \(number)"
        case .retired(let number): "key \(number) is retired"
        case .notASecret: "an issuer key's secret is 64 hexadecimal digits"
        }
    }

    /// What to do next.
    public var hint: String? {
        switch self {
        case .missing:
            "bring the folder back from a copy, then chmod 700 it; if no copy is left, eventpass init makes an empty key ring"
        case .notARing: "bring the register back from a copy of the folder"
        case .passphraseNeeded, .wrongPassphrase: "say --passphrase-file FILE, or set EVENTPASS_PASSPHRASE"
        case .otherSecret(let number): "eventpass key export --number \(number) writes it where the key is"
        case .numberTaken: "eventpass key list shows the keys; choose another number"
        default: nil
        }
    }

    private static func octal(_ mode: UInt32) -> String {
        let digits = String(mode, radix: 8)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    /// A path as a shell takes it back.
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
