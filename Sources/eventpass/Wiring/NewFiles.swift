import ArgumentParser
import FileAccess
import Foundation

/// The option to replace existing files.
struct ReplaceOption: ParsableArguments {
    @Flag(help: "Replace existing files.")
    var force = false

    var existing: AtomicFile.Existing { force ? .replace : .refuse }

    /// - Throws: `CommandFailure` with a hint if a file exists; errors of `work`.
    func explainingExistingFile<Result>(_ work: () throws -> Result) throws -> Result {
        do {
            return try work()
        } catch let error as SystemError where error.errno == EEXIST {
            throw CommandFailure(.badInput, "\(error.path) already exists", hint: "choose another name, or add --force")
        }
    }
}
