import ArgumentParser
import Foundation

/// The language of printed dates.
struct DateLanguageOption: ParsableArguments {
    @Option(help: "The language of dates, such as en-US, de or sw.")
    var language = "en-GB"

    func validate() throws {
        guard Locale(identifier: language).language.languageCode?.isISOLanguage == true else {
            throw ValidationError("“\(language)” is not a language; write a tag such as de or en-US")
        }
    }
}
