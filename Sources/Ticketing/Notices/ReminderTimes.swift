/// The times at which an organizer's reminders of an event are sent. A reminder to guests who have not answered is sent
/// earlier to guests whose deadline for answers comes before the reminder.
public struct ReminderTimes: Sendable {
    /// If a reminder to guests who have not answered is due after their deadline, it is sent this many seconds before
    /// the deadline.
    public static let secondsBeforeDeadline: Int64 = 86_400

    private let details: EventDetails
    /// The deadline for answers of each sub-event, or of an event without sub-events; nil for no deadline.
    private let deadlines: [Instant?]
    private let reminders: [EventReminder]

    public init(of details: EventDetails, subEvents: [SubEventDetails], reminders: [EventReminder]) {
        self.details = details
        deadlines = subEvents.isEmpty ? [details.answerBy] : subEvents.map { details.answerDeadline(of: $0) }
        self.reminders = reminders
    }

    /// The times at which a reminder is sent, the earliest first. Empty if the event lacks the time to which the
    /// reminder is relative.
    ///
    /// A reminder to guests who have not answered is of use only before their deadline. If one or more of these
    /// reminders are due at or after a deadline, only the first of them (`first`) is sent to the guests with this
    /// deadline, a day before the deadline. A reminder that is sent to no guests has no times.
    public func times(of reminder: EventReminder) -> [Instant] {
        guard let due = reminder.due(at: details) else { return [] }
        guard reminder.audience == .silent else { return [due] }
        var times: Set<Instant> = []
        for deadline in deadlines {
            if let deadline, deadline <= due {
                guard ReminderTimes.first(of: reminders, after: deadline, at: details)?.number == reminder.number else {
                    continue
                }
                times.insert(deadline.advanced(bySeconds: -ReminderTimes.secondsBeforeDeadline))
            } else {
                times.insert(due)
            }
        }
        return times.sorted()
    }

    /// The first reminder to guests who have not answered, among the reminders that are due at or after a deadline. Nil
    /// if there is no such reminder.
    public static func first(
        of reminders: [EventReminder], after deadline: Instant, at details: EventDetails
    ) -> EventReminder? {
        let late = reminders.filter { $0.audience == .silent }.compactMap { reminder in
            reminder.due(at: details).map { (reminder: reminder, due: $0) }
        }
        return late.filter { $0.due >= deadline }.min { $0.due < $1.due }?.reminder
    }
}
