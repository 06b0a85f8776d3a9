/// The times at which an organizer's reminders of an event are sent. A reminder to guests who have not answered is sent
/// earlier to guests whose deadline for answers comes before the reminder.
public struct ReminderTimes: Sendable {
    /// The time between the reminder to guests who have not answered and their deadline, in seconds.
    public static let secondsBeforeDeadline: Int64 = 86_400

    private let details: EventDetails
    /// The deadline of each sub-event; nil for a sub-event without a deadline.
    private let deadlines: [Instant?]
    private let reminders: [EventReminder]

    /// - Parameters:
    ///   - details: the details of the event.
    ///   - subEvents: the details of all sub-events of the event.
    ///   - reminders: all reminders that the organizer has defined for the event.
    public init(of details: EventDetails, subEvents: [SubEventDetails], reminders: [EventReminder]) {
        self.details = details
        deadlines = subEvents.isEmpty ? [details.answerBy] : subEvents.map { details.answerDeadline(of: $0) }
        self.reminders = reminders
    }

    /// The times at which a reminder is sent, the earliest first. Empty if the event lacks the time to which the
    /// reminder is relative. Also empty for a reminder to guests who have not answered, if it comes after all deadlines
    /// for answers and an earlier such reminder is sent before each of these deadlines instead.
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

    /// Finds the first reminder to guests who have not answered, among the reminders that are due at or after a
    /// deadline. The found reminder is sent before the deadline instead. Nil if there is no such reminder.
    public static func first(
        of reminders: [EventReminder], after deadline: Instant, at details: EventDetails
    ) -> EventReminder? {
        let late = reminders.filter { $0.audience == .silent }.compactMap { reminder in
            reminder.due(at: details).map { (reminder: reminder, due: $0) }
        }
        return late.filter { $0.due >= deadline }.min { $0.due < $1.due }?.reminder
    }
}
