import GRDB
import GRDBSQLite
import Languages

/// The result code `SQLITE_IOERR_SHMSIZE`: there is no disk space for the index of the log. The macro for this code
/// can't be used in Swift.
private let shortSharedMemory = SQLITE_IOERR | 19 << 8

/// Converts result codes of SQLite, and errors of the library GRDB, into store errors.
extension StoreError {
    init(status: Int32, message: Sentence, path: String) {
        if status == shortSharedMemory {
            self = .diskFull(path: path)
            return
        }
        switch status & 0xFF {
        case SQLITE_FULL: self = .diskFull(path: path)
        case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH: self = .readOnly(path: path)
        case SQLITE_BUSY, SQLITE_LOCKED: self = .busy(path: path)
        case SQLITE_NOTADB: self = .notADatabase(path: path)
        case SQLITE_CORRUPT: self = .damaged(path: path, detail: message)
        case SQLITE_CONSTRAINT: self = .constraint(message)
        case SQLITE_CANTOPEN: self = .readOnly(path: path)
        default: self = .engine(path: path, code: status, message: message)
        }
    }

    /// Converts any error into a store error. A store error stays unchanged.
    init(_ error: any Error, path: String) {
        if let error = error as? StoreError {
            self = error
        } else if let error = error as? DatabaseError {
            let code = error.extendedResultCode.rawValue
            let message = error.message.map(Sentence.verbatim) ?? Sentence(Text.noMessage)
            self.init(status: code, message: message, path: path)
        } else {
            self = .engine(path: path, code: 0, message: Sentence(describing: error))
        }
    }
}
