import Languages
import Store
public import Ticketing

/// The time, the recipients and the text of a reminder that an organizer defines.
public struct ReminderDetails: Hashable, Sendable {
    /// The anchor: the time of the event from which the time of the reminder is counted. It is the opening of the
    /// doors, the start or the end.
    public var anchor: EventReminder.Anchor
    /// The number of minutes from the anchor to the reminder; negative if the reminder comes before the anchor.
    public var minutes: Int
    public var audience: NoticeAudience
    /// The text that the organizer has written; empty for the standard text.
    public var message: String

    /// The maximum number of reminders of one event. The standard reminders are not counted.
    public static let mostPerEvent = 10
    /// The maximum length of the text, in Unicode scalars.
    public static let longestMessage = 1000

    public init(
        anchor: EventReminder.Anchor, minutes: Int, audience: NoticeAudience = .all, message: String = ""
    ) {
        self.anchor = anchor
        self.minutes = minutes
        self.audience = audience
        self.message = message
    }

    /// The faults of the time, the recipients and the text; empty if all are valid.
    public var faults: [FieldFault] {
        var faults = FieldFaults()
        faults.require(
            minutes.magnitude <= EventReminder.longest, "time", ReminderError.Text.tooFar,
            ["days": .number(EventReminder.longest / 1440)])
        faults.require(audience.isOfEvent, "to", ReminderError.Text.peopleOfEvent)
        if !message.isEmpty {
            faults.require(text: message, "message", atMost: ReminderDetails.longestMessage, lines: .several)
        }
        return faults.all
    }

    /// Parses a duration such as `3h`, `2d` or `1d30m`, and returns it in minutes. Nil if the text is malformed, or if
    /// the duration is zero or negative.
    public static func minutes(ofDistance text: String) -> Int? {
        guard let shift = TimeShift(text) else { return nil }
        let minutes = shift.days * 1440 + shift.minutes
        return minutes > 0 ? minutes : nil
    }
}

extension EventReminder {
    /// The duration between the reminder and its anchor, such as `2d`, `3h` or `1d 30m`.
    public var distance: String {
        let total = Int(minutes.magnitude)
        let parts = [(total / 1440, "d"), (total / 60 % 24, "h"), (total % 60, "m")]
        let text = parts.filter { $0.0 > 0 }.map { "\($0.0)\($0.1)" }.joined(separator: " ")
        return text.isEmpty ? "0m" : text
    }
}

extension NoticeService {
    /// The reminders of an event, sorted by number. The standard reminders are not included.
    public func reminders(of event: Event) throws -> [EventReminder] {
        try services.read(.editReminder, on: event) { try $0.reminders.all(of: event.number) }
    }

    /// Adds a reminder to an event. Its messages are queued when the reminder is due.
    ///
    /// - Throws: `ManagementError.invalid` with all faults, also if the time at which the reminder is due has passed;
    ///   `unknownType`; `eventCancelled`; `ReminderError.tooMany`; `tooManyRecipients` if the reminder, sent now, would
    ///   go to so many people that their number must be confirmed first (`allowingMessages`).
    @discardableResult
    public func addReminder(_ details: ReminderDetails, to event: Event) throws -> EventReminder {
        // The recipients are counted before the transaction, because the count reads all tickets and guests.
        let (checked, addresses) = try services.read(.addReminder, on: event) { connection in
            let current = try connection.events.with(number: event.number) ?? event
            _ = try NoticeService.reminder(details, of: current, at: services.now(), connection)
            return (current, try connection.notices.addresses(in: details.audience, of: event.number))
        }
        try services.requireAllowance(
            forMessagesTo: addresses.all, phones: addresses.phones, .addReminder, on: checked)
        return try services.perform(.addReminder, on: event) { work in
            let current = try work.locked(event)
            let reminder = try NoticeService.reminder(details, of: current, at: work.now, work.connection)
            guard try work.connection.reminders.add(reminder) else { throw ReminderError.tooMany }
            try work.record(
                AuditSubject(.reminder, reminder.number), of: event.number, after: reminder.auditFields)
            return reminder
        }
    }

    private static func reminder(
        _ details: ReminderDetails, of event: Event, at now: Instant, _ connection: any StoreConnection
    ) throws -> EventReminder {
        guard details.faults.isEmpty else { throw ManagementError.invalid(details.faults) }
        guard event.status != .cancelled else { throw ManagementError.eventCancelled }
        if case .type(let number) = details.audience {
            let types = try connection.ticketTypes.all(of: event.number)
            guard types.contains(where: { $0.number == number }) else {
                throw ManagementError.unknownType("\(number)", known: types.map(\.name))
            }
        }
        let existing = try connection.reminders.all(of: event.number)
        guard existing.count < ReminderDetails.mostPerEvent else { throw ReminderError.tooMany }
        let reminder = EventReminder(
            event: event.number, number: (existing.map(\.number).max() ?? 0) + 1, anchor: details.anchor,
            minutes: details.minutes, audience: details.audience, message: details.message)
        if let due = reminder.due(at: event.details), due <= now {
            throw ManagementError.invalid([
                FieldFault("time", ReminderError.Text.past, ["time": .text(due.iso8601(in: event.zone))])
            ])
        }
        return reminder
    }

    /// Removes a reminder. Messages that were queued for it are still sent.
    ///
    /// - Throws: `ReminderError.unknown`.
    public func removeReminder(_ number: Int, of event: Event) throws {
        try services.perform(.editReminder, on: event) { work in
            _ = try work.locked(event)
            let found = try work.connection.reminders.all(of: event.number).first { $0.number == number }
            guard let found, try work.connection.reminders.remove(number, of: event.number) else {
                throw ReminderError.unknown(number)
            }
            try work.record(
                AuditSubject(.reminder, number), of: event.number, before: found.auditFields, after: [:])
        }
    }
}

extension EventReminder {
    fileprivate var auditFields: AuditFields {
        ["anchor": anchor.rawValue, "minutes": "\(minutes)", "to": audience.code]
            .merging(message.isEmpty ? [:] : ["message": message]) { $1 }
    }
}
