import FileAccess
import Foundation
import Store

/// What can be wrong with the file of a backup, told by the name that it was given.
enum BackupFile {
    private static let whatIsOne = "name a file that eventpass store backup wrote"

    static func explained<Result>(_ path: String, _ work: () throws -> Result) throws -> Result {
        do {
            return try work()
        } catch let error as SystemError where error.path == path {
            throw explanation(of: error)
        } catch let error as StoreError {
            switch error {
            case .notADatabase(path), .foreign(path, _):
                throw Failure(.badInput, "\(path) is no backup of a store; it was left untouched", hint: whatIsOne)
            case .newer(path, _, _): throw Failure(.badInput, "\(error)", hint: error.hint)
            case .damaged(path, _): throw Failure(.badInput, "\(error)", hint: "restore another backup")
            default: throw error
            }
        }
    }

    private static func explanation(of error: SystemError) -> any Error {
        let path = error.path
        switch (error.errno, error.operation == "open") {
        case (EEXIST, _):
            return Failure(
                .badInput, "\(path) is there already; it was left untouched",
                hint: "choose another name, or remove it first")
        case (ENOENT, true), (ENOTDIR, true):
            return Failure(.badInput, "there is no backup at \(path)", hint: whatIsOne)
        case (ENOENT, false), (ENOTDIR, false):
            return Failure(
                .badInput, "there is no folder for \(path)", hint: "make the folder first, or choose another")
        case (EISDIR, _): return Failure(.badInput, "\(path) is a folder", hint: whatIsOne)
        case (EACCES, true), (EPERM, true):
            return Failure(.trouble, "\(path) can't be read by this user", hint: "look at its owner and mode")
        case (EACCES, false), (EPERM, false), (EROFS, _):
            return Failure(.trouble, "\(path) can't be written: its folder is read-only", hint: "choose another folder")
        case (ENOSPC, _), (EDQUOT, _): return StoreError.diskFull(path: path)
        default: return error
        }
    }
}
