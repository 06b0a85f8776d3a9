public import Store
public import Ticketing

/// Queues the reminders of events when they are due. Every server on a store may run this scheduler, because each
/// reminder is queued only once. After an outage, reminders that were due in the last six hours are queued.
public struct ReminderScheduler: Sendable {
    /// A reminder that has been due for this number of seconds is no longer queued.
    static let latestSeconds: Int64 = 6 * 3600

    private let now: @Sendable () -> Instant

    public init(clock now: @escaping @Sendable () -> Instant) { self.now = now }

    /// Queues all reminders that are due.
    ///
    /// - Parameter policy: determines when the standard reminders are due.
    /// - Returns: the number of queued notices.
    @discardableResult
    public func queueDue(_ store: Store, policy: NoticePolicy = .standard) throws -> Int {
        let now = now()
        // The maximum time between an organizer's reminder and its anchor (the opening of the doors, the start or the
        // end). No standard reminder is due more than this time before the start.
        let longest = Int64(EventReminder.longest) * 60
        let due = try store.read { connection in
            let regular = try connection.reminders.events(
                from: now.advanced(bySeconds: -longest), to: now.advanced(bySeconds: longest)
            ).flatMap { event in
                try (ReminderScheduler.standard(for: event, policy, at: now) + own(of: event, at: now, connection))
                    .map { (event, $0) }
            }
            return try (regular + beforeDeadlines(at: now, connection)).filter { event, reminder in
                try !connection.reminders.isClaimed(reminder.claim.name, of: event.number, due: reminder.claim.time)
            }
        }
        let queued = try due.reduce(0) { try $0 + queue($1.1, of: $1.0, at: now, store) }
        if queued > 0 {
            var audiences = AudienceQueue(clock: self.now)
            try audiences.queueAll(store, within: AudienceQueue.longestTime)
        }
        return queued
    }

    private struct DueReminder {
        let name: String
        /// For an organizer's reminder, the time at which it is due. For a standard reminder, the time under which
        /// earlier versions of the program recorded that it was queued; `queue` also looks for that record.
        let due: Instant
        /// The name and time under which the reminder is recorded as queued, so that it is queued only once.
        let claim: (name: String, time: Instant)
        let audience: NoticeAudience
        let kind: Notice.Kind
        let payload: [String: String]
        /// The deadline for answers. Only guests who have this deadline get the reminder; nil if the deadline does not
        /// matter.
        var deadline: Instant?

        /// - Parameter start: the start of the event for a standard reminder; nil for any other reminder. The `claim`
        ///   of a standard reminder has this time and not the due time. The due time depends on a policy, which can
        ///   change, and can differ between the servers of a store.
        init(
            name: String, due: Instant, of start: Instant? = nil, audience: NoticeAudience, kind: Notice.Kind,
            payload: [String: String], deadline: Instant? = nil
        ) {
            self.name = name
            self.due = due
            if let start { claim = (name: "start \(name)", time: start) } else { claim = (name: name, time: due) }
            self.audience = audience
            self.kind = kind
            self.payload = payload
            self.deadline = deadline
        }
    }

    private static func standard(for event: Event, _ policy: NoticePolicy, at now: Instant) -> [DueReminder] {
        guard let start = event.details.start, now < start else { return [] }
        return StandardReminder.allCases.compactMap { reminder in
            let due = reminder.due(before: start, in: event.zone, policy: policy)
            guard due <= now, now < due.advanced(bySeconds: latestSeconds) else { return nil }
            // Earlier versions of the program always used the standard times. Only the hour of the reminder on the day
            // before the event could be set.
            let earlierDue = reminder == .day ? due : reminder.due(before: start, in: event.zone)
            return DueReminder(
                name: reminder.rawValue, due: earlierDue, of: start, audience: .all, kind: .reminder,
                payload: event.details.noticeFields.merging([
                    "reminder": reminder.rawValue, "lead": "\(start.seconds - due.seconds)",
                ]) { $1 })
        }
    }

    /// The due reminders that the organizer has defined for an event.
    private func own(of event: Event, at now: Instant, _ connection: any StoreConnection) throws -> [DueReminder] {
        try connection.reminders.all(of: event.number).compactMap { reminder in
            guard let due = reminder.due(at: event.details), due <= now,
                now < due.advanced(bySeconds: ReminderScheduler.latestSeconds)
            else { return nil }
            return DueReminder(
                name: "own \(reminder.number)", due: due, audience: reminder.audience,
                kind: reminder.audience == .silent ? .answerReminder : .reminder,
                payload: ReminderScheduler.payload(of: reminder, dueAt: due, event))
        }
    }

    private static func payload(of reminder: EventReminder, dueAt due: Instant, _ event: Event) -> [String: String] {
        var payload = event.details.noticeFields
        payload["body"] = reminder.message.isEmpty ? nil : reminder.message
        payload["lead"] = event.details.start.map { "\($0.seconds - due.seconds)" }
        return payload
    }

    /// The due reminders before deadlines for answers. An organizer can define reminders to guests who have not
    /// answered. If such a reminder is due at or after a deadline for answers, the guests with this deadline get it a
    /// day before the deadline, and not at its own time. If several reminders are due at or after the deadline, these
    /// guests get only the first of them.
    private func beforeDeadlines(
        at now: Instant, _ connection: any StoreConnection
    ) throws -> [(Event, DueReminder)] {
        try connection.reminders.answerDeadlines(
            after: now, to: now.advanced(bySeconds: ReminderTimes.secondsBeforeDeadline)
        ).compactMap { number, deadline in
            guard let event = try connection.events.with(number: number), event.status == .published,
                event.deleted == nil
            else { return nil }
            let reminders = try connection.reminders.all(of: number)
            guard let first = ReminderTimes.first(of: reminders, after: deadline, at: event.details) else { return nil }
            let due = deadline.advanced(bySeconds: -ReminderTimes.secondsBeforeDeadline)
            return (
                event,
                DueReminder(
                    name: "answers", due: due, audience: .silent, kind: .answerReminder,
                    payload: ReminderScheduler.payload(of: first, dueAt: due, event), deadline: deadline)
            )
        }
    }

    private func queue(_ reminder: DueReminder, of event: Event, at now: Instant, _ store: Store) throws -> Int {
        try store.write { connection in
            let (reminders, claim) = (connection.reminders, reminder.claim)
            // Earlier versions of the program recorded a standard reminder only under its name and due time. This
            // version also records it under the start of the event. The reminder is queued only if neither record
            // existed.
            guard try reminders.claim(claim.name, of: event.number, due: claim.time, at: now),
                try claim.name == reminder.name
                    || reminders.claim(reminder.name, of: event.number, due: reminder.due, at: now)
            else { return 0 }
            let cause = "\(reminder.name)/\(claim.time.milliseconds)"
            if let deadline = reminder.deadline {
                return try connection.notices.queueAnswerReminders(
                    of: event, deadline: deadline, payload: reminder.payload, cause: cause, at: now)
            }
            return try connection.notices.queue(
                to: reminder.audience, of: event.number, organizer: event.organizer, kind: reminder.kind,
                payload: reminder.payload, cause: cause, due: now, at: now)
        }
    }
}
