import ArgumentParser
import Foundation
import Languages

extension Language {
    /// The language of help texts and errors: `$EVENTPASS_LANGUAGE`; English if the variable is missing or has an
    /// unknown language.
    static let ofCommandLine =
        ProcessInfo.processInfo.environment["EVENTPASS_LANGUAGE"].flatMap { Language(argument: $0) } ?? .english
}

extension SentenceKey {
    /// The sentence in the language of the command line. The sentence must not have arguments.
    var text: String { Language.ofCommandLine.text(self) }
}

extension ArgumentHelp {
    init(
        _ key: some SentenceKey, _ arguments: [String: SentenceArgument] = [:], valueName: String? = nil,
        visibility: ArgumentVisibility = .default
    ) {
        self.init(Language.ofCommandLine.text(key, arguments), valueName: valueName, visibility: visibility)
    }
}

extension ValidationError {
    init(_ sentence: Sentence) { self.init(sentence.text(in: .ofCommandLine)) }

    init(_ key: some SentenceKey, _ arguments: [String: SentenceArgument] = [:]) {
        self.init(Sentence(key, arguments))
    }
}
