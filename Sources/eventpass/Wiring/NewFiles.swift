import ArgumentParser
import FileAccess
import Foundation

/// What commands that make files say of those that are there.
struct ReplaceOption: ParsableArguments {
    @Flag(help: "Replace files that are there.")
    var force = false

    var existing: AtomicFile.Existing { force ? .replace : .refuse }

    /// - Throws: `Failure` with what to do when a file is there; whatever else `work` throws.
    func making<Result>(_ work: () throws -> Result) throws -> Result {
        do {
            return try work()
        } catch let error as SystemError where error.errno == EEXIST {
            throw Failure(.badInput, "\(error.path) is already there", hint: "choose another name, or say --force")
        }
    }
}
