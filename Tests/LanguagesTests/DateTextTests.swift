import Foundation
import Testing

@testable import Languages

@Suite("Dates in the languages")
struct DateTextTests {
    @Test("In French, the first day of each month is “1er”; all other days, such as the 11th and the 21st, are numbers")
    func firstDays() {
        // The days of the year 2027. Its first day is the 20,819th day after 1 January 1970.
        for number in 20_819..<20_819 + 365 {
            func day(_ language: Language) -> Substring {
                SentenceArgument.day(number).text(in: language).split(separator: " ")[1]
            }
            #expect(day(.french) == (day(.english) == "1" ? "1er" : day(.english)), "\(number)")
            #expect(day(.swahili) == day(.english), "\(number)")
        }
        #expect(SentenceArgument.day(20_819).text(in: .french) == "ven. 1er janv. 2027")
    }

    @Test("The rule for “1er” does not change a time that follows the date, and applies to French in every country")
    func times() {
        let format: Date.FormatString = """
            \(day: .defaultDigits) \(month: .wide) \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)) \
            \(minute: .defaultDigits)
            """
        func text(ofDay number: Int, _ name: String) -> String {
            let locale = Locale(identifier: name)
            let style = Date.VerbatimFormatStyle(
                format: format, locale: locale, timeZone: .gmt, calendar: Calendar(identifier: .gregorian))
            return Date(timeIntervalSince1970: Double(number) * 86_400 + 3660).text(style, in: locale)
        }
        for name in ["fr", "fr-CA", "fr-CD"] {
            #expect(text(ofDay: 20_819, name) == "1er janvier 01 1")
            #expect(text(ofDay: 20_829, name) == "11 janvier 01 1")
        }
        #expect(text(ofDay: 20_819, "en_GB") == "1 January 01 1")
    }
}
