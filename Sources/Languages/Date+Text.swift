public import Foundation

extension Date {
    /// The date as text. French texts name the first day of a month `1er`, as in `1er janvier`. Foundation writes
    /// `1 janvier`, so this method corrects the day.
    ///
    /// - Parameters:
    ///   - style: a style whose first number is the day of the month, without a leading zero. In other languages than
    ///     French, any style.
    ///   - locale: the locale of the style.
    public func text<Style: Foundation.FormatStyle>(_ style: Style, in locale: Locale) -> String
    where Style.FormatInput == Date, Style.FormatOutput == String {
        let text = formatted(style)
        guard locale.language.languageCode?.identifier == "fr", let start = text.firstIndex(where: \.isNumber) else {
            return text
        }
        let day = text[start...].prefix(while: \.isNumber)
        return day == "1" ? "\(text[..<start])1er\(text[day.endIndex...])" : text
    }
}
