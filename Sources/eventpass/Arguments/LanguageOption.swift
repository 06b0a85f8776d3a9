import ArgumentParser
import Foundation
import Languages

/// The language of the program's texts for ticket holders and people at gates.
struct LanguageOption: ParsableArguments {
    @Option(help: "The language of the texts. (default: $EVENTPASS_LANGUAGE, else en)")
    var language: Language?

    /// The chosen language. The command line has priority over the environment. An unknown language in the environment
    /// counts as English, because a gate must open.
    var chosen: Language {
        let stated = ProcessInfo.processInfo.environment["EVENTPASS_LANGUAGE"].flatMap { Language(argument: $0) }
        return language ?? stated ?? .english
    }
}
