package import Ticketing

/// The reminders of an event as JSON.
package struct EventReminderJSON {
    private let event: Event
    private let types: [TicketType]
    private let reminderTimes: ReminderTimes

    package init(event: Event, types: [TicketType], times: ReminderTimes) {
        self.event = event
        self.types = types
        reminderTimes = times
    }

    package func json(_ reminder: EventReminder) -> JSON {
        let times = reminderTimes.times(of: reminder).map { $0.iso8601(in: event.zone) }
        return .object([
            ("number", .int(reminder.number)), ("of", .string(reminder.anchor.rawValue)),
            ("minutes", .int(reminder.minutes)), ("to", .string(audience(of: reminder))),
            ("due", .optional(times.first)), ("times", .array(times.map { .string($0) })),
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
