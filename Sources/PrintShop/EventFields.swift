import Foundation
package import Management
package import Printing
package import Ticketing

/// An event as it is printed on its tickets and cards.
package struct EventFields {
    package let event: Event
    package let organizer: String
    package let language: String

    /// - Parameters:
    ///   - organizer: their name.
    ///   - language: a BCP 47 tag, for dates.
    package init(event: Event, organizer: String, language: String) {
        self.event = event
        self.organizer = organizer
        self.language = language
    }

    /// What is the same on every ticket.
    package var ofTickets: [TicketField: String] {
        let details = event.details
        return [
            .event: details.title, .date: dates(from: details.start, to: details.end),
            .shortDate: details.start.map { shortDates(from: $0, to: details.end) } ?? "",
            .end: details.end.map(date) ?? "", .doors: details.doors.map(time) ?? "", .venue: details.venue ?? "",
            .address: details.address ?? "", .city: details.city ?? "", .organizer: organizer,
        ]
    }

    /// What is the same on every card of a function: when and where it is itself, as far as it says.
    package func ofCards(for function: EventFunction) -> [TicketField: String] {
        var fields = ofTickets
        fields[.function] = function.name
        if let start = function.details.start {
            fields[.date] = date(start)
            fields[.shortDate] = format(start, .abbreviated, .shortened)
        }
        if let venue = function.details.venue { fields[.venue] = venue }
        return fields
    }

    /// In the event's zone, in words of the language: `Friday, 1 January 2027 at 18:00`.
    private func date(_ instant: Instant) -> String { format(instant, .complete, .shortened) }

    /// When doors open: `17:00`.
    private func time(_ instant: Instant) -> String { format(instant, .omitted, .shortened) }

    /// The date; of an event of several days also its last one: `1 Jan 2027 at 18:00 – 5 Jan 2027`.
    private func dates(from start: Instant?, to end: Instant?) -> String {
        guard let start else { return "" }
        guard let end, isOfSeveralDays(start, end) else { return date(start) }
        return "\(format(start, .abbreviated, .shortened)) – \(format(end, .abbreviated, .omitted))"
    }

    /// `1 Jan 2027 at 18:00`, `1 Jan 2027 – 5 Jan 2027`
    private func shortDates(from start: Instant, to end: Instant?) -> String {
        guard let end, isOfSeveralDays(start, end) else { return format(start, .abbreviated, .shortened) }
        return "\(format(start, .abbreviated, .omitted)) – \(format(end, .abbreviated, .omitted))"
    }

    /// A night is one day.
    private func isOfSeveralDays(_ start: Instant, _ end: Instant?) -> Bool {
        end.map { $0.seconds - start.seconds >= 86_400 } ?? false
    }

    private func format(
        _ instant: Instant, _ date: Date.FormatStyle.DateStyle, _ time: Date.FormatStyle.TimeStyle
    ) -> String {
        var style = Date.FormatStyle(date: date, time: time)
        style.locale = Locale(identifier: language)
        style.timeZone = event.zone
        style.calendar = Calendar(identifier: .gregorian)
        return Date(timeIntervalSince1970: Double(instant.seconds)).formatted(style)
    }
}

extension Money {
    /// As it is written in a language: `UGX 120,000`, `12,50 €`.
    package func text(in language: String) -> String {
        let decimals = Money.decimals(of: currency)
        var amount = Decimal(minorUnits)
        for _ in 0..<decimals { amount /= 10 }
        return amount.formatted(
            .currency(code: currency).locale(Locale(identifier: language)).precision(.fractionLength(decimals)))
    }
}

extension Office {
    /// What the organizer of an event is called.
    package func organizerName(of event: Event) throws -> String {
        guard let organizer = try organizers().first(where: { $0.number == event.organizer }) else {
            throw ManagementError.unknownOrganizer("\(event.organizer)", known: [])
        }
        return organizer.name
    }
}
