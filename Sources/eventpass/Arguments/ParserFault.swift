import Languages
import Presentation
import Ticketing

/// A fault that ArgumentParser has found in a command line, as a sentence that can be translated.
///
/// The error types of ArgumentParser are not public. So a fault is recognized by the form of its English message. If a
/// message has none of the known forms, it is shown unchanged.
struct ParserFault {
    let sentence: Sentence
    /// The names of the faulty arguments and options, each with its allowed values. Empty for surplus arguments, which
    /// have no name, and for a message whose form is unknown.
    let fields: [FieldFault]

    /// The forms of the messages of ArgumentParser 1.8 (its `UsageGenerator.swift`). The names of values are in braces.
    ///
    /// `OptionNameCheck` has already found most unknown options. The list lacks messages that cannot occur with the
    /// arguments of this program.
    private static let forms: [(String, Text)] = [
        ("Missing expected argument '{option}'", .missingOption),
        ("Missing value for '{option}'", .missingValue),
        ("The option '{option}' does not take any value, but '{value}' was specified.", .unexpectedValue),
        ("Unexpected argument '{argument}'", .unexpectedArgument),
        ("{number} unexpected arguments: '{arguments}'", .unexpectedArguments),
        ("Value to be set with flag '{second}' had already been set with flag '{first}'", .contradictingFlags),
        ("The value '{value}' is invalid for '{option}'. Please provide one of {values}", .invalidValue),
        ("The value '{value}' is invalid for '{option}'", .invalidValue),
        ("Unknown option '{option}'. Did you mean '{suggestion}'?", .unknownWithSuggestion),
        ("Unknown option '{option}'", .unknownOption),
        ("Invalid option: {option}", .invalidOption),
        (
            """
            Can't generate completion scripts for '{shell}'.
            Please use --generate-completion-script=<shell> with one of:
                {shells}
            """, .unsupportedShell
        ),
        (
            """
            Can't autodetect a supported shell.
            Please use --generate-completion-script=<shell> with one of:
                {shells}
            """, .unknownShell
        ),
    ]

    /// - Parameters:
    ///   - message: a message of ArgumentParser without help and usage, or a sentence of this program about the command
    ///     line.
    ///   - command: the command that the command line names; nil if its description is missing.
    init(_ message: String, _ command: CommandDescription?) {
        // If the program itself finds that an option is missing, the message is in the language of the command line.
        let translated = Language.ofCommandLine.patterns(of: Text.missingOption).map { ($0, Text.missingOption) }
        for (form, text) in Self.forms + translated {
            if let values = Self.values(in: message, of: form) {
                self.init(text, values, command)
                return
            }
        }
        self.init(sentence: .verbatim(message), fields: [])
    }

    private init(_ text: Text, _ values: [String: String], _ command: CommandDescription?) {
        let known = values.filter { text.arguments.contains($0.key) }.mapValues { SentenceArgument.text($0.visible) }
        var fault = Sentence(text, known)
        if text == .unexpectedArgument || text == .unexpectedArguments,
            let remedy = Self.remedies[command?.name ?? ""]
        {
            fault = .list([fault, Sentence(remedy)], separator: "; ")
        }
        let allowed = values["option"].flatMap { command?.allowed(by: $0) }
        if text == .invalidValue, let allowed {
            fault = Sentence(Text.allowed, ["fault": .sentence(fault), "allowed": .sentence(allowed)])
        }
        self.init(sentence: fault, fields: [Self.field(text, values, allowed)].compactMap(\.self))
    }

    /// The fault of an unknown option.
    ///
    /// - Parameter suggestion: the most similar option; nil if no option is similar enough.
    init(unknownOption option: String, suggestion: String?) {
        let values = ["option": option, "suggestion": suggestion].compactMapValues(\.self)
        self.init(suggestion == nil ? .unknownOption : .unknownWithSuggestion, values, nil)
    }

    /// The argument or option that has the fault, with its allowed values; nil if the fault concerns none.
    ///
    /// - Parameters:
    ///   - values: the values in the message, by their names.
    ///   - allowed: the values that the option in the message allows; nil if it allows every text.
    private static func field(_ text: Text, _ values: [String: String], _ allowed: Sentence?) -> FieldFault? {
        switch text {
        case .missingOption, .missingValue, .invalidValue:
            values["option"].map { FieldFault(name(of: $0), allowed ?? Sentence(FieldSentence.text)) }
        case .unexpectedValue: values["option"].map { FieldFault(name(of: $0), Text.noValue) }
        case .contradictingFlags:
            values["second"].map {
                FieldFault(name(of: $0), Text.withoutFlag, ["flag": .text((values["first"] ?? "").visible)])
            }
        case .unknownWithSuggestion:
            values["option"].map { FieldFault(name(of: $0), .verbatim((values["suggestion"] ?? "").visible)) }
        case .unknownOption, .invalidOption: values["option"].map { FieldFault(name(of: $0), Text.knownOption) }
        case .unexpectedArgument, .unexpectedArguments, .severalTokens, .severalCodes, .eventHistory, .allowed,
            .unsupportedShell, .unknownShell, .noValue, .withoutFlag, .knownOption:
            nil
        }
    }

    /// Hints that say what to write instead of surplus arguments, by the name of the command.
    private static let remedies: [String: Text] = [
        "gate check": .severalTokens, "ticket cancel": .severalCodes, "report audit": .eventHistory,
    ]

    private init(sentence: Sentence, fields: [FieldFault]) {
        self.sentence = sentence
        self.fields = fields
    }

    /// The values in a message; nil if the message has another form. The Unicode scalars of the texts are compared, not
    /// the characters: if a value begins with a combining accent, Swift treats the accent and the quotation mark before
    /// it as one character.
    private static func values(in message: String, of form: String) -> [String: String]? {
        let names = form.matches(of: /\{([a-z]+)\}/).map { String($0.1) }
        let texts = form.split(separator: /\{[a-z]+\}/, omittingEmptySubsequences: false).map(\.unicodeScalars)
        var rest = message.unicodeScalars[...]
        guard let start = texts.first, let end = texts.last, rest.starts(with: start) else { return nil }
        rest = rest.dropFirst(start.count)
        guard rest.reversed().starts(with: end.reversed()) else { return nil }
        rest = rest.dropLast(end.count)
        var values: [String: String] = [:]
        for (name, text) in zip(names, texts.dropFirst().dropLast()) {
            // The value before `text` can itself contain `text`, so the last occurrence ends the value.
            guard let found = rest.ranges(of: text).last else { return nil }
            values[name] = String(rest[..<found.lowerBound])
            rest = rest[found.upperBound...]
        }
        if let last = names.last { values[last] = String(rest) }
        return values
    }

    /// The name of an option or argument without hyphens and angle brackets: `sheet` for `--sheet <sheet>`, and `event`
    /// for `<event>`. A user can type any text in place of an option, so control characters and passwords are replaced,
    /// as in the sentence.
    private static func name(of argument: String) -> String {
        // Passwords are replaced first, because a password can contain “>”.
        let word = argument.withoutPasswords.prefix { $0 != " " }
        return String(word.drop { $0 == "-" || $0 == "<" }.prefix { $0 != ">" }).visible
    }

    enum Text: String, SentenceKey {
        static let subject = "parserFault"

        case missingOption = "Missing expected argument '{option}'"
        case missingValue = "Missing value for '{option}'"
        case unexpectedValue = "The option '{option}' takes no value, but it has the value '{value}'"
        case unexpectedArgument = "Unexpected argument '{argument}'"
        case unexpectedArguments = "{number} unexpected arguments: '{arguments}'"
        case severalTokens = "write several tokens on standard input, one per line"
        case severalCodes = "to cancel several tickets, write their codes in a file, and add --codes FILE"
        case eventHistory = "for the changes of one event, use: eventpass event history EVENT"
        case contradictingFlags = "'{first}' and '{second}' cannot be combined"
        case invalidValue = "The value '{value}' is invalid for '{option}'"
        case allowed = "{fault}; write {allowed}"
        case unknownOption = "Unknown option '{option}'"
        case unknownWithSuggestion = "Unknown option '{option}'. Did you mean '{suggestion}'?"
        case invalidOption = "Invalid option: {option}"
        case unsupportedShell = "There are no completion scripts for '{shell}', only for: {shells}"
        case unknownShell =
            "The shell is unknown; write --generate-completion-script=SHELL, where SHELL is one of: {shells}"
        case noValue = "no value"
        case withoutFlag = "only without '{flag}'"
        case knownOption = "an option that the help of the command lists"
    }
}
