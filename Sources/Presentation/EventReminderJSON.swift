package import Ticketing

/// The reminders of an event as JSON.
package struct EventReminderJSON {
    private let event: Event
    private let types: [TicketType]

    /// - Parameter types: the event's ticket types.
    package init(event: Event, types: [TicketType]) {
        self.event = event
        self.types = types
    }

    package func json(_ reminder: EventReminder) -> JSON {
        .object([
            ("number", .int(reminder.number)), ("of", .string(reminder.anchor.rawValue)),
            ("minutes", .int(reminder.minutes)), ("to", .string(audience(of: reminder))),
            ("due", .optional(reminder.due(at: event.details)?.iso8601(in: event.zone))),
            ("message", .optional(reminder.message.isEmpty ? nil : reminder.message)),
        ])
    }

    /// The recipients, such as `all`, or `type:VIP` with the name of a ticket type.
    package func audience(of reminder: EventReminder) -> String {
        guard case .type(let number) = reminder.audience, let type = types.first(where: { $0.number == number })
        else { return reminder.audience.code }
        return "type:\(type.name)"
    }

    /// A removed reminder as JSON.
    package static func removed(_ number: Int) -> JSON {
        .object([("number", .int(number)), ("removed", .bool(true))])
    }
}
