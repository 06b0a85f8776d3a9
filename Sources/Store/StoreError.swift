/// Trouble with the store: never a refusal, never green.
public enum StoreError: Error, Equatable, CustomStringConvertible {
    case missing(path: String)
    /// A database, but of another program.
    case foreign(path: String, applicationID: Int32)
    /// Not a database at all.
    case notADatabase(path: String)
    case newer(path: String, version: Int, supported: Int)
    case readOnly(path: String)
    case diskFull(path: String)
    /// Another process keeps the store for too long.
    case busy(path: String)
    case damaged(path: String, detail: String)
    /// A value that this version does not know.
    case unknownValue(String, of: String)
    /// A uniqueness or foreign key was violated.
    case constraint(String)
    /// Anything else, with the engine's code and message.
    case engine(path: String, code: Int32, message: String)
    /// The number is taken by a key with another check value.
    case otherKey(number: UInt8, known: String, given: String)

    public var description: String {
        switch self {
        case .missing(let path): "there is no store at \(path)"
        case .foreign(let path, let applicationID):
            "\(path) belongs to another program (application id \(applicationID)); it was left untouched"
        case .notADatabase(let path): "\(path) is not a database; it was left untouched"
        case .newer(let path, let version, let supported):
            "\(path) was written by a newer eventpass (its version \(version), this one knows up to \(supported))"
        case .readOnly(let path): "\(path) can't be written: the file or its folder is read-only"
        case .diskFull(let path): "the disk that holds \(path) is full; nothing was stored"
        case .busy(let path): "another process has kept \(path) for too long"
        case .damaged(let path, let detail): "\(path) is damaged: \(detail)"
        case .unknownValue(let value, let kind): "the store holds a value that is no \(kind): \(value)"
        case .constraint(let detail): "the store forbids it: \(detail)"
        case .engine(let path, let code, let message): "\(path): \(message) (code \(code))"
        case .otherKey(let number, let known, let given):
            "key \(number) of this key ring (check \(given)) is not the key \(number) this store was used with (check \(known))"
        }
    }

    /// Whether the trouble is with what one row says, so that others may still be decided.
    public var isAboutOneRow: Bool {
        switch self {
        case .unknownValue, .constraint: true
        default: false
        }
    }

    /// What to do next.
    public var hint: String? {
        switch self {
        case .missing: "eventpass init makes the data folder"
        case .foreign, .notADatabase: "choose another data folder with --data, or another store with --store"
        case .newer: "use the newer eventpass, or restore a backup that this one wrote"
        case .readOnly: "make the folder writable for this user, or choose another with --data"
        case .diskFull: "free some space, then run the same command again"
        case .busy: "find who holds it (a stopped program?), then run the same command again"
        case .otherKey: "point --keys at the key ring that belongs to this store"
        case .damaged, .unknownValue, .constraint, .engine: nil
        }
    }
}
