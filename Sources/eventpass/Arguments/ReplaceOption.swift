import ArgumentParser
import FileAccess
import Foundation
import Languages
import Presentation

struct ReplaceOption: ParsableArguments {
    @Flag(help: ArgumentHelp(Text.force))
    var force = false

    var existing: AtomicFile.Existing { force ? .replace : .refuse }

    /// Runs a closure that writes files.
    ///
    /// - Throws: `CommandFailure` with a hint if a file exists; errors of `work`.
    func explainingExistingFile<Result>(_ work: () throws -> Result) throws -> Result {
        do {
            return try work()
        } catch let error as SystemError where error.errno == EEXIST {
            throw CommandFailure(
                .badInput, Text.fileExists, ["path": .text(error.path)], hint: Sentence(Text.fileExistsHint))
        }
    }

    enum Text: String, SentenceKey {
        static let subject = "optionsReplace"

        case force = "Replace existing files."
        case fileExists = "{path} already exists"
        case fileExistsHint = "choose another name, or add --force"
    }
}
