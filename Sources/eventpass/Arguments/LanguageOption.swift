import ArgumentParser
import Foundation
import Languages

/// The language of the program's texts for ticket holders and people at gates.
struct LanguageOption: ParsableArguments {
    @Option(help: ArgumentHelp(Text.language))
    var language: Language?

    /// The chosen language for a gate. The command line has priority over the environment. An unknown language in the
    /// environment counts as English, because a wrong setting must not stop a gate.
    var chosenForGate: Language { language ?? stated.flatMap { Language(argument: $0) } ?? .english }

    /// The chosen language. The command line has priority over the environment.
    ///
    /// - Throws: `ValidationError` if the environment has an unknown language.
    func chosen() throws -> Language {
        if let language { return language }
        guard let stated, !stated.isEmpty else { return .english }
        guard let language = Language(argument: stated) else {
            let known = Language.allValueStrings.joined(separator: ", ")
            throw ValidationError(Text.notAvailable, ["language": .text(stated), "languages": .text(known)])
        }
        return language
    }

    private var stated: String? { ProcessInfo.processInfo.environment["EVENTPASS_LANGUAGE"] }

    enum Text: String, SentenceKey {
        static let subject = "optionsLanguage"

        case language = "The language of the texts. (default: $EVENTPASS_LANGUAGE, else en)"
        case notAvailable = "EVENTPASS_LANGUAGE: “{language}” is not available; use one of {languages}"
    }
}
