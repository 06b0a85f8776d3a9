import FileAccess
import Foundation
import Store

/// Explanations of errors of backup files, with the path that the user gave.
enum BackupFileErrors {
    private static let whatIsOne = "name a file that eventpass store backup wrote"

    static func explainingErrors<Result>(_ path: String, _ work: () throws -> Result) throws -> Result {
        do {
            return try work()
        } catch let error as SystemError where error.path == path {
            throw explanation(of: error)
        } catch let error as StoreError {
            switch error {
            case .notADatabase(path), .foreign(path, _):
                throw CommandFailure(
                    .badInput, "\(path) is not a backup of a store; it was not changed", hint: whatIsOne)
            case .newer(path, _, _): throw CommandFailure(.badInput, "\(error)", hint: error.hint)
            case .damaged(path, _): throw CommandFailure(.badInput, "\(error)", hint: "restore another backup")
            default: throw error
            }
        }
    }

    private static func explanation(of error: SystemError) -> any Error {
        let path = error.path
        switch (error.errno, error.operation == "open") {
        case (EEXIST, _):
            return CommandFailure(
                .badInput, "\(path) already exists; it was not changed",
                hint: "choose another name, or remove it first")
        case (ENOENT, true), (ENOTDIR, true):
            return CommandFailure(.badInput, "no backup exists at \(path)", hint: whatIsOne)
        case (ENOENT, false), (ENOTDIR, false):
            return CommandFailure(
                .badInput, "there is no folder for \(path)", hint: "create the folder first, or choose another")
        case (EISDIR, _): return CommandFailure(.badInput, "\(path) is a folder", hint: whatIsOne)
        case (EACCES, true), (EPERM, true):
            return CommandFailure(.trouble, "\(path) cannot be read by this user", hint: "check its owner and mode")
        case (EACCES, false), (EPERM, false), (EROFS, _):
            return CommandFailure(
                .trouble, "\(path) cannot be written: its folder is read-only", hint: "choose another folder")
        case (ENOSPC, _), (EDQUOT, _): return StoreError.diskFull(path: path)
        default: return error
        }
    }
}
