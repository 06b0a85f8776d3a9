import ArgumentParser
import Foundation
import Languages

/// A message of ArgumentParser with a shortened usage line. The original usage line lists up to twenty options.
///
/// The error types of ArgumentParser are not public, so its messages cannot be replaced by sentences. Only an unknown
/// option gets a sentence (`OptionNameCheck`). The first words of lines, `Usage: ` and `USAGE: `, are recognized,
/// because ArgumentParser returns the message and the usage as one text.
struct ParserMessage {
    /// The error message, which names the faulty argument.
    private(set) var message: String
    /// The usage line, such as `Usage: eventpass ticket show [<options>] <event> <code>`, and the line that says which
    /// command prints the help.
    let usage: [String]

    /// The message for an error of ArgumentParser.
    ///
    /// - Parameter arguments: the arguments of the program, without its name.
    init(_ error: any Error, _ arguments: [String]) {
        // `EventPass._errorPrefix` is empty, so the text begins with the message.
        let text = EventPass.fullMessage(for: error).withoutPasswords
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let end = lines.firstIndex { $0.hasPrefix("Usage: ") } ?? lines.count
        message = lines[..<end].joined(separator: "\n")
        usage = lines[end...].filter { !$0.isEmpty }.map(ParserMessage.shortened)
        if let unknown = OptionNameCheck.fault(in: arguments) {
            message = unknown.text(in: .ofCommandLine).withoutPasswords
        }
    }

    /// Shortens a help page: it gets a shorter usage line, and one entry for all common options.
    ///
    /// - Parameter isComplete: whether to explain all options, for `--help-hidden`.
    static func help(_ page: String, isComplete: Bool) -> String {
        let lines = page.split(separator: "\n", omittingEmptySubsequences: false).map { shortened(String($0)) }
        guard !isComplete, let start = lines.firstIndex(of: "OPTIONS:") else { return lines.joined(separator: "\n") }
        let names = GlobalOptions.names
        guard names.allSatisfy({ name in lines[start...].contains { entry($0) == name } }) else {
            return lines.joined(separator: "\n")
        }
        let common = ["  \(names.joined(separator: ", "))", "\(column)\(Text.commonOptions.text)"]
        var kept = lines[...start] + common
        var isCommon = false
        for line in lines[(start + 1)...] {
            // Indented lines belong to the entry above them.
            if !line.hasPrefix("   ") { isCommon = entry(line).map(names.contains) ?? false }
            if !isCommon { kept.append(line) }
        }
        return kept.joined(separator: "\n")
    }

    /// The indentation of an option's description in help pages.
    private static let column = String(repeating: " ", count: 26)

    /// The name of the option whose entry in a help page begins with this line; nil for all other lines.
    private static func entry(_ line: String) -> String? {
        line.prefixMatch(of: /\ \ (--[a-z-]+)/).map { String($0.1) }
    }

    /// Replaces all optional options in a usage line by `[<options>]`. Required options and arguments stay.
    private static func shortened(_ line: String) -> String {
        guard line.hasPrefix("Usage: ") || line.hasPrefix("USAGE: ") else { return line }
        let options = /\ \[-[^\]]*\](?:\ \.\.\.)?/
        guard let first = line.firstRange(of: options) else {
            // The parser has already shortened a long list of options.
            return line.replacing(" <options>", with: " [<options>]")
        }
        let before = line[..<first.lowerBound]
        return "\(before) [<options>]\(line[first.lowerBound...].replacing(options, with: ""))"
    }

    enum Text: String, SentenceKey {
        static let subject = "parserMessage"

        case commonOptions = "Common options; see --help-hidden."
        case missingOption = "Missing expected argument '{option}'"
    }
}

/// Finds unknown options after ArgumentParser has refused the command line. ArgumentParser's own suggestion accepts up
/// to three wrong letters, and never suggests `--help`.
enum OptionNameCheck {
    /// The sentence about the first unknown long option of a command line. Nil if all long options are known, or if an
    /// option before the unknown one lacks its value. The sentence suggests the most similar option, if an option is
    /// similar enough.
    static func fault(in arguments: [String]) -> Sentence? {
        guard let root = try? JSONDecoder().decode(Help.self, from: Data(EventPass._dumpHelp().utf8)).command else {
            return nil
        }
        var command = root
        var options = root.options
        var rest = arguments[...]
        while let word = rest.first, let next = command.subcommands?.first(where: { $0.commandName == word }) {
            command = next
            options += next.options
            rest.removeFirst()
        }
        if let name = command.defaultSubcommand {
            options += command.subcommands?.first { $0.commandName == name }?.options ?? []
        }
        guard let unknown = unknown(in: rest, among: options) else { return nil }
        let visible = options.filter(\.shouldDisplay).flatMap(\.optionNames) + ["--help", "--version"]
        guard let suggestion = Spelling.nearest(to: unknown, among: visible) else {
            return Sentence(Text.unknown, ["option": .text(unknown)])
        }
        return Sentence(Text.unknownWithSuggestion, ["option": .text(unknown), "suggestion": .text(suggestion)])
    }

    /// The first option whose name is unknown; nil if an option before it lacks its value. The arguments after `--` are
    /// not options.
    private static func unknown(in arguments: ArraySlice<String>, among options: [Help.Option]) -> String? {
        var isValue = false
        var needsValue = false
        for argument in arguments.prefix(while: { $0 != "--" }) {
            if isValue {
                isValue = false
            } else if argument.hasPrefix("--") {
                if needsValue { return nil }
                let name = String(argument.prefix { $0 != "=" })
                let option = options.first { $0.optionNames.contains(name) }
                guard option != nil || builtIn.contains(name) else { return name }
                isValue = name == argument && option?.parsingStrategy == "unconditional"
                needsValue = name == argument && option?.kind == "option" && option?.parsingStrategy == "default"
            } else {
                needsValue = false
            }
        }
        return nil
    }

    /// The options that ArgumentParser adds to every command.
    private static let builtIn: Set = [
        "--help", "--help-hidden", "--version", "--experimental-dump-help", "--generate-completion-script",
    ]

    /// The commands and their options, as ArgumentParser describes them (`--experimental-dump-help`).
    private struct Help: Decodable {
        let command: Command

        struct Command: Decodable {
            let commandName: String
            let defaultSubcommand: String?
            let subcommands: [Command]?
            let arguments: [Option]?

            var options: [Option] { arguments ?? [] }
        }

        struct Option: Decodable {
            /// `option`, `flag` or `positional`.
            let kind: String
            let names: [Name]?
            let shouldDisplay: Bool
            /// `unconditional` if the next argument is the value even if it begins with a hyphen.
            let parsingStrategy: String

            var optionNames: [String] { (names ?? []).filter { $0.kind == "long" }.map { "--\($0.name)" } }

            struct Name: Decodable {
                let kind: String
                let name: String
            }
        }
    }

    enum Text: String, SentenceKey {
        static let subject = "optionNameCheck"

        case unknown = "Unknown option '{option}'"
        case unknownWithSuggestion = "Unknown option '{option}'. Did you mean '{suggestion}'?"
    }
}

/// Checks command names before the command line is parsed. The parser suggests a similar option for a misspelt option,
/// but suggests nothing for a misspelt command name.
enum CommandNameCheck {
    /// Throws an error for an unknown command name, even if the name follows `help`.
    ///
    /// - Throws: `CommandFailure` with the most similar name as a hint.
    static func check(_ arguments: [String]) throws {
        var words = arguments.first == "help" ? arguments.dropFirst() : arguments[...]
        var command: any ParsableCommand.Type = EventPass.self
        var path = [command._commandName]
        // The parser handles options. If no command name follows, the parser prints the help.
        while !command.configuration.subcommands.isEmpty, let word = words.popFirst(), !word.hasPrefix("-") {
            guard let next = command.configuration.subcommands.first(where: { $0._commandName == word }) else {
                // The word may be an argument of the default command.
                if command.configuration.defaultSubcommand != nil { return }
                throw unknown(word, below: command, path)
            }
            command = next
            path.append(word)
        }
    }

    private static func unknown(
        _ word: String, below command: any ParsableCommand.Type, _ path: [String]
    ) -> CommandFailure {
        let prefix = path.joined(separator: " ")
        let visible = command.configuration.subcommands.filter { $0.configuration.shouldDisplay }
        let near = Spelling.nearest(to: word, among: visible.map { $0._commandName }).map { "\(prefix) \($0)" }
        let elsewhere = fullNames(of: word, below: command, path)
        let suggestion = near ?? (elsewhere.count == 1 ? elsewhere[0] : nil)
        return CommandFailure(
            .usage, Text.unknownCommand, ["command": "\(prefix) \(word)"],
            hint: suggestion.map { Sentence(Text.similarCommandHint, ["command": .text($0)]) }
                ?? Sentence(Text.listCommandsHint, ["command": .text(prefix)]))
    }

    /// The full names of all nested commands with this name: `issue` gives `eventpass ticket issue`.
    private static func fullNames(
        of word: String, below command: any ParsableCommand.Type, _ path: [String]
    ) -> [String] {
        command.configuration.subcommands.flatMap { next in
            let fullName = path + [next._commandName]
            return (next._commandName == word ? [fullName.joined(separator: " ")] : [])
                + fullNames(of: word, below: next, fullName)
        }
    }

    enum Text: String, SentenceKey {
        static let subject = "commandNameCheck"

        case unknownCommand = "there is no command “{command}”"
        case similarCommandHint = "did you mean “{command}”?"
        case listCommandsHint = "list the commands with: {command} --help"
    }
}

/// Suggestions for misspelt words.
enum Spelling {
    /// Finds the word that is most similar to a typed word. A word is similar if at most one letter, or at most a third
    /// of the letters, differs from the typed word. Nil if no word is similar.
    static func nearest(to word: String, among words: [String]) -> String? {
        let near = words.map { (word: $0, mistakes: mistakes(from: Array(word), to: Array($0))) }
            .filter { $0.mistakes <= max(1, min($0.word.count, word.count) / 3) }
        return near.min { $0.mistakes < $1.mistakes }?.word
    }

    /// The number of missing, extra, wrong or swapped letters in a typed word (optimal string alignment distance).
    private static func mistakes(from typed: [Character], to intended: [Character]) -> Int {
        var before: [Int] = []
        var last = Array(0...intended.count)
        for row in typed.indices {
            var line = [row + 1]
            for column in intended.indices {
                let isSame = typed[row] == intended[column]
                var least = min(last[column + 1] + 1, line[column] + 1, last[column] + (isSame ? 0 : 1))
                if row > 0, column > 0, typed[row] == intended[column - 1], typed[row - 1] == intended[column] {
                    least = min(least, before[column - 1] + 1)
                }
                line.append(least)
            }
            (before, last) = (last, line)
        }
        return last[intended.count]
    }
}
