import ArgumentParser
import Foundation

/// In which words dates are printed.
struct DateLanguageOption: ParsableArguments {
    @Option(help: "The language of dates, such as en-US, de or sw.")
    var language = "en-GB"

    func validate() throws {
        guard Locale(identifier: language).language.languageCode?.isISOLanguage == true else {
            throw ValidationError("“\(language)” is no language: write a tag such as de or en-US")
        }
    }
}
