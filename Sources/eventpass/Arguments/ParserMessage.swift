import ArgumentParser
import Languages
import Ticketing

/// A message of ArgumentParser in the language of the command line, with a shortened usage line.
///
/// ArgumentParser returns the message, the help of the argument and the usage as one text. So the parts are recognized
/// by their first words, and the message by its form (`ParserFault`).
struct ParserMessage {
    /// The error message, which names the faulty argument.
    let message: String
    /// The help of the faulty argument; nil if ArgumentParser does not show it.
    let help: String?
    /// The names of the faulty arguments and options, each with its allowed values.
    let fields: [FieldFault]
    /// The usage line, such as `Usage: eventpass ticket show [<options>] <event> <code>`, and the line that says which
    /// command prints the help.
    let usage: [String]

    /// The message for an error of ArgumentParser.
    ///
    /// - Parameter arguments: the arguments of the program, without its name.
    init(_ error: any Error, _ arguments: [String]) {
        // `EventPass._errorPrefix` is empty, so the text begins with the message.
        let text = EventPass.fullMessage(for: error)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let end = lines.lastIndex { $0.hasPrefix("Usage: ") } ?? lines.count
        let start = lines[..<end].lastIndex { $0.hasPrefix("Help:  ") } ?? end
        usage = lines[end...].filter { !$0.isEmpty }.map(ParserMessage.usageLine)
        let command = CommandDescription(arguments)
        let unknown = command.flatMap { OptionNameCheck.fault(in: $0) }
        let fault = unknown ?? ParserFault(lines[..<start].joined(separator: "\n"), command)
        message = fault.sentence.text(in: .ofCommandLine).withoutPasswords
        fields = fault.fields
        let explanation = String(lines[start..<end].joined(separator: "\n").dropFirst("Help:  ".count))
        help =
            unknown != nil || explanation.isEmpty
            ? nil : Language.ofCommandLine.text(Text.help, ["help": .text(explanation)]).withoutPasswords
    }

    private static func usageLine(_ line: String) -> String {
        let language = Language.ofCommandLine
        if let match = line.wholeMatch(of: /Usage: (.*)/) {
            return language.text(Text.usage, ["usage": .text(HelpPage.shortened(String(match.1)))])
        }
        if let match = line.wholeMatch(of: /( *)See '(.*)' for more information\./) {
            return "\(match.1)\(language.text(Text.moreInformation, ["command": .text(String(match.2))]))"
        }
        return line
    }

    enum Text: String, SentenceKey {
        static let subject = "parserMessage"

        case help = "Help:  {help}"
        case usage = "Usage: {usage}"
        case moreInformation = "See '{command}' for more information."
    }
}

/// Finds unknown options after ArgumentParser has refused the command line. ArgumentParser's own suggestion accepts up
/// to three wrong letters, and never suggests `--help`.
enum OptionNameCheck {
    /// The fault of the first unknown long option of a command line. Nil if all long options are known, or if an option
    /// before the unknown one lacks its value. The fault suggests the most similar option, if an option is similar
    /// enough.
    static func fault(in command: CommandDescription) -> ParserFault? {
        let options = command.parameters.map(\.info)
        guard let unknown = unknown(in: command.rest, among: options) else { return nil }
        let visible = options.filter(\.shouldDisplay).flatMap(\.longNames) + ["--help", "--version"]
        return ParserFault(unknownOption: unknown, suggestion: Spelling.nearest(to: unknown, among: visible))
    }

    /// The first option whose name is unknown; nil if an option before it lacks its value. The arguments after `--` are
    /// not options.
    private static func unknown(
        in arguments: ArraySlice<String>, among options: [CommandDescription.Dump.Parameter]
    ) -> String? {
        var isValue = false
        var needsValue = false
        for argument in arguments.prefix(while: { $0 != "--" }) {
            if isValue {
                isValue = false
            } else if argument.hasPrefix("--") {
                if needsValue { return nil }
                let name = String(argument.prefix { $0 != "=" })
                let option = options.first { $0.longNames.contains(name) }
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
        // The check ends at an option, or if no word is left. ArgumentParser then handles the option, or prints the
        // help.
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
