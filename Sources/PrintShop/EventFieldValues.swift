import Foundation
import Languages
package import Management
package import Printing
package import Ticketing

/// The texts about an event that are printed on its tickets and cards.
package struct EventFieldValues {
    package let event: Event
    package let organizer: String
    package let language: String

    /// - Parameters:
    ///   - organizer: the organizer's name.
    ///   - language: the language of dates and words, as a BCP 47 tag.
    package init(event: Event, organizer: String, language: String) {
        self.event = event
        self.organizer = organizer
        self.language = language
    }

    /// The fields that are the same on every ticket.
    package var ticketFields: [TicketField: String] {
        let details = event.details
        return [
            .event: details.title, .date: dates(from: details.start, to: details.end),
            .shortDate: details.start.map { shortDates(from: $0, to: details.end) } ?? "",
            .end: details.end.map(date) ?? "", .doors: details.doors.map(time) ?? "",
            .doorsText: details.doors.map(doorsText) ?? "", .venue: details.venue ?? "",
            .address: details.address ?? "", .city: details.city ?? "", .organizer: organizer,
        ]
    }

    /// The fields that are the same on every card of a sub-event. If the sub-event has a start or a venue, the
    /// sub-event's value replaces the event's value.
    package func cardFields(for subEvent: SubEvent) -> [TicketField: String] {
        var fields = ticketFields
        fields[.subEvent] = subEvent.name
        fields[.tableLabel] = paper.text(PaperSentence.table)
        if let start = subEvent.details.start {
            fields[.date] = date(start)
            fields[.shortDate] = format(start, .abbreviated, .shortened)
        }
        if let venue = subEvent.details.venue { fields[.venue] = venue }
        return fields
    }

    /// A date and time without the day of the week, in the event's time zone and in the chosen language: `1 January
    /// 2027 at 18:00`.
    package func moment(_ instant: Instant) -> String { format(instant, .long, .shortened) }

    /// For example, `Friday, 1 January 2027 at 18:00`.
    private func date(_ instant: Instant) -> String { format(instant, .complete, .shortened) }

    private func time(_ instant: Instant) -> String {
        instant.date.formatted(localized(Date.FormatStyle(date: .omitted, time: .shortened)))
    }

    /// A sentence such as `doors 17:00`.
    private func doorsText(_ instant: Instant) -> String {
        paper.text(TicketSentence.doorsAt, ["time": .text(TextTemplate.isolated(time(instant)))])
    }

    private var paper: PaperLanguage { PaperLanguage(language) }

    /// The date of the event. If the event lasts several days, the text contains the first and the last day: `1 Jan
    /// 2027 at 18:00 – 5 Jan 2027`.
    private func dates(from start: Instant?, to end: Instant?) -> String {
        guard let start else { return "" }
        guard let end, spansSeveralDays(start, end) else { return date(start) }
        return "\(format(start, .abbreviated, .shortened)) – \(format(end, .abbreviated, .omitted))"
    }

    /// The date of the event in a short form: `1 Jan 2027 at 18:00` or `1 Jan 18:00 – 5 Jan 2027`.
    private func shortDates(from start: Instant, to end: Instant?) -> String {
        guard let end, spansSeveralDays(start, end) else { return format(start, .abbreviated, .shortened) }
        let isInOneYear = calendar.isDate(start.date, equalTo: end.date, toGranularity: .year)
        let first =
            isInOneYear
            ? "\(format(start, Date.FormatStyle().day().month(.abbreviated))) \(time(start))"
            : format(start, .abbreviated, .shortened)
        return "\(first) – \(format(end, .abbreviated, .omitted))"
    }

    /// Whether an event lasts 24 hours or more, or ends after noon on a later day. A club night that ends the next
    /// morning is an event of one day.
    private func spansSeveralDays(_ start: Instant, _ end: Instant) -> Bool {
        if end.seconds - start.seconds >= 86_400 { return true }
        let clock = calendar.dateComponents([.hour, .minute], from: end.date)
        return !calendar.isDate(end.date, inSameDayAs: start.date)
            && (clock.hour ?? 0, clock.minute ?? 0) > (12, 0)
    }

    private var calendar: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = event.zone
        return calendar
    }

    private func format(
        _ instant: Instant, _ date: Date.FormatStyle.DateStyle, _ time: Date.FormatStyle.TimeStyle
    ) -> String { format(instant, Date.FormatStyle(date: date, time: time)) }

    /// - Parameter style: a style with a date.
    private func format(_ instant: Instant, _ style: Date.FormatStyle) -> String {
        instant.date.text(localized(style), in: paper.locale)
    }

    private func localized(_ style: Date.FormatStyle) -> Date.FormatStyle {
        var style = style
        style.locale = paper.locale
        style.timeZone = event.zone
        style.calendar = calendar
        return style
    }
}

extension Instant {
    fileprivate var date: Date { Date(timeIntervalSince1970: Double(seconds)) }
}

extension ManagementServices {
    /// The name of an event's organizer.
    package func organizerName(of event: Event) throws -> String {
        guard let organizer = try organizers.organizers().first(where: { $0.number == event.organizer }) else {
            throw ManagementError.unknownOrganizer("\(event.organizer)", known: [])
        }
        return organizer.name
    }
}
