import AttendeePack
package import Foundation
package import Languages
import Ticketing

extension Instant {
    /// The local time in a time zone, such as `Sat 5 Dec 2026, 18:04`. The words and their order depend on the
    /// language of the page.
    package func minuteTime(in zone: TimeZone) -> Sentence { localTime(in: zone) }

    /// The local time with the name of its time zone, such as `Sat 5 Dec 2026, 18:04 Africa/Kampala`. The words and
    /// their order depend on the language of the page.
    package func zonedTime(in zone: TimeZone) -> Sentence { localTime(in: zone, label: zone.label) }

    /// The text of `zonedTime` in English, for pages of organizers.
    package func zonedText(in zone: TimeZone) -> String { zonedTime(in: zone).english }

    /// The text of `minuteTime` in English, for pages of organizers.
    package func minuteText(in zone: TimeZone) -> String { minuteTime(in: zone).english }
}

extension CalendarDay {
    /// The day in English for pages of organizers, such as `Sat 5 Dec 2026`.
    package var displayText: String { SentenceArgument.day(self).text(in: .english) }
}

extension TimeZone {
    /// The name of the time zone on pages. For UTC, it is `UTC`, although Foundation’s identifier is `GMT`.
    package var label: String { self == .gmt ? "UTC" : identifier }
}
