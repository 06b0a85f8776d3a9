import Foundation

extension Language {
    /// A day with abbreviated names, such as `Sat 5 Dec 2026`.
    ///
    /// - Parameter number: the number of days since 1 January 1970.
    func text(ofDay number: Int) -> String {
        let format: Date.FormatString =
            "\(weekday: .abbreviated) \(day: .defaultDigits) \(month: .abbreviated) \(year: .defaultDigits)"
        return Date(timeIntervalSince1970: Double(number) * 86_400).text(
            Date.VerbatimFormatStyle(
                format: format, locale: locale, timeZone: .gmt, calendar: Calendar(identifier: .gregorian)),
            in: locale)
    }
}
