import FileAccess
import Foundation
import Languages
import Presentation

/// A series of questions on the terminal (an interview). Each valid answer is saved to a file immediately, so that an
/// interrupted interview can continue later.
struct SavedQuestionnaire {
    private static let longestAnswer = 4096

    private let path: String
    private let input = LineReader(standardInputLimit: longestAnswer)
    private var savedAnswers: [String: String]
    /// The keys of the questions that are asked again although their answers are saved. The saved answers are then the
    /// defaults.
    private var reopened: Set<String> = []

    /// Opens the questionnaire. If the file `path` has the answers of an interrupted interview, asks whether to
    /// continue that interview.
    ///
    /// - Parameter option: the option that starts the interview, for the error message.
    /// - Throws: `CommandFailure` if standard input is not a terminal.
    init(keeping path: String, for option: String) throws {
        guard isatty(STDIN_FILENO) == 1 else {
            throw CommandFailure(
                .usage, Text.needsTerminal, ["option": .text(option)], hint: Sentence(Text.needsTerminalHint))
        }
        self.path = path
        savedAnswers = try SavedQuestionnaire.load(path)
        if let title = savedAnswers["title"], !savedAnswers.isEmpty {
            if try !confirmResume(Sentence(Text.resumeQuestion, ["title": .text(title)])) {
                savedAnswers = [:]
                try save()
            }
        }
    }

    /// Asks until the answer is yes or no; Enter means yes.
    private func confirmResume(_ question: Sentence) throws -> Bool {
        while true {
            switch try readAnswer("\(question.text(in: .ofCommandLine).visible) [Y/n] ").lowercased() {
            case "", "y", "yes": return true
            case "n", "no": return false
            default: say(fault: Sentence(Text.yesOrNo))
            }
        }
    }

    func step(_ title: Sentence) { StandardError.write("\n\(title.text(in: .ofCommandLine))\n") }

    func say(_ text: String) { StandardError.write("  \(text)\n") }

    func say(_ sentence: Sentence) { say(sentence.text(in: .ofCommandLine).visible) }

    func say(fault: Sentence) { say("→ \(fault.text(in: .ofCommandLine).visible)") }

    /// Returns the saved answer to a question if it is valid and the question was not reopened. Otherwise asks until
    /// the user gives a valid answer. For a reopened question, the saved answer is the default.
    ///
    /// - Parameters:
    ///   - key: the answer's key in the file.
    ///   - question: the question, without a colon at its end.
    ///   - standard: the default answer, for a user who only presses Enter. If the default is nil, an answer is
    ///     required. If the default is empty, the value is optional, and the answer `-` also means no value.
    ///   - read: parses an answer. If the answer is not valid, throws an error that describes the allowed values.
    mutating func ask<Value>(
        _ key: String, _ question: Sentence, standard: String? = nil, _ read: (String) throws -> Value
    ) throws -> Value {
        let question = question.text(in: .ofCommandLine)
        if let answer = savedAnswers[key], !reopened.contains(key) {
            if !answer.isEmpty { say("\(question): \(answer.visible)") }
            do {
                return try read(answer)
            } catch {
                // A saved answer can become invalid. For example, a saved start can be in the past by now.
                say(error)
            }
        }
        let former = reopened.contains(key) ? savedAnswers[key] : nil
        let proposal = former ?? standard
        let hint = SavedQuestionnaire.hint(proposal, isOptional: standard?.isEmpty ?? false)
        while true {
            let line = try readAnswer("  \(question)\(hint): ")
            let answer = line.isEmpty ? proposal ?? "" : line == "-" && standard == "" ? "" : line
            do {
                guard !answer.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
                    throw CommandFailure(.usage, Text.arrowKeys)
                }
                let value = try read(answer)
                savedAnswers[key] = answer
                reopened.remove(key)
                try save()
                return value
            } catch {
                say(error)
            }
        }
    }

    /// The text that follows a question. It shows the default answer in brackets, or says that the answer is optional.
    private static func hint(_ proposal: String?, isOptional: Bool) -> String {
        guard let proposal else { return "" }
        if proposal.isEmpty { return " (\(Text.enterForNone.text))" }
        guard isOptional else { return " [\(proposal.visible)]" }
        return " [\(Language.ofCommandLine.text(Text.dashForNone, ["answer": .text(proposal.visible)]))]"
    }

    func say(_ fault: any Error) {
        let failure = CommandFailure.describing(fault)
        say("→ \(failure.message.visible)\(failure.hint.map { "; \($0.visible)" } ?? "")")
    }

    /// Asks a question and returns the answer. Does not save the answer.
    ///
    /// - Parameter question: the question in the language of the command line, with a space at its end.
    func readAnswer(_ question: String) throws -> String {
        StandardError.write(question)
        guard let line = try input.next() else {
            StandardError.write("\n")
            throw CommandFailure(.usage, Text.stopped, hint: Sentence(Text.continueHint))
        }
        return String(decoding: line.bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Reopens the questions with the selected keys, so that they are asked again. Their saved answers stay in the file
    /// as defaults.
    mutating func reopen(_ isReopened: (String) -> Bool) { reopened.formUnion(savedAnswers.keys.filter(isReopened)) }

    func removeSavedAnswers() throws {
        guard unlink(path) == 0 || errno == ENOENT else { throw SystemError(.remove, path) }
    }

    private func save() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try AtomicFile.write(Array(try encoder.encode(savedAnswers)), to: path, existing: .replace)
    }

    private static func load(_ path: String) throws -> [String: String] {
        guard let data = FileManager.default.contents(atPath: path) else { return [:] }
        do {
            return try JSONDecoder().decode([String: String].self, from: data)
        } catch is DecodingError {
            throw CommandFailure(
                .trouble, Text.damaged, ["path": .text(path)], hint: Sentence(Text.damagedHint))
        }
    }

    enum Text: String, SentenceKey {
        static let subject = "savedQuestionnaire"

        case needsTerminal = "{option} needs a terminal"
        case needsTerminalHint = "give the details as options: eventpass event create --help"
        case arrowKeys = "arrow keys are not allowed; type the answer again"
        case stopped = "stopped; the answers so far are saved"
        case continueHint = "the same command continues from here"
        case damaged = "{path} is damaged and contains no answers"
        case damagedHint = "remove the file to start again"
        case resumeQuestion = "“{title}” is not finished. Continue?"
        case yesOrNo = "yes or no"
        case enterForNone = "Enter for none"
        case dashForNone = "{answer}; - for none"
    }
}
