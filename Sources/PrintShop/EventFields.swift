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
            .event: details.title, .date: details.start.map(date) ?? "", .venue: details.venue ?? "",
            .city: details.city ?? "", .organizer: organizer,
        ]
    }

    /// What is the same on every card of a function: when and where it is itself, as far as it says.
    package func ofCards(for function: EventFunction) -> [TicketField: String] {
        var fields = ofTickets
        fields[.function] = function.name
        if let start = function.details.start { fields[.date] = date(start) }
        if let venue = function.details.venue { fields[.venue] = venue }
        return fields
    }

    /// In the event's zone, in words of the language: `Friday, 1 January 2027 at 18:00`.
    private func date(_ instant: Instant) -> String {
        var style = Date.FormatStyle(date: .complete, time: .shortened)
        style.locale = Locale(identifier: language)
        style.timeZone = event.zone
        style.calendar = Calendar(identifier: .gregorian)
        return Date(timeIntervalSince1970: Double(instant.seconds)).formatted(style)
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
