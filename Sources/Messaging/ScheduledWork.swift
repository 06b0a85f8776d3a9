import Management
package import Store
package import Ticketing

/// The work that a program does at fixed times while it sends messages: it queues reminders, daily summaries and other
/// messages that are due at a time, and ends reservations that have expired.
package final class ScheduledWork {
    /// The shortest time between two runs, in seconds.
    private static let secondsBetween: Int64 = 30

    private let store: Store
    private let now: @Sendable () -> Instant
    private let reminders: ReminderScheduler
    private let sales: SalesSummaryScheduler
    private let suggestions: EventSuggestionScheduler
    private let deadlines: DeadlineScheduler
    private let doubleAdmissions: DoubleAdmissionScheduler
    private let gateFaults: GateFaultScheduler
    private var entryConfirmations: EntryConfirmationScheduler
    /// The time of the last run, and whether it queued the messages that need a channel.
    private var last: (time: Instant, hasChannel: Bool)?
    /// Whether suggestions of events may still be due for some recipients.
    private(set) var hasMoreSuggestions = false

    package init(_ store: Store, clock now: @escaping @Sendable () -> Instant) {
        self.store = store
        self.now = now
        reminders = ReminderScheduler(clock: now)
        sales = SalesSummaryScheduler(clock: now)
        suggestions = EventSuggestionScheduler(clock: now)
        deadlines = DeadlineScheduler(clock: now)
        doubleAdmissions = DoubleAdmissionScheduler(clock: now)
        gateFaults = GateFaultScheduler(clock: now)
        entryConfirmations = EntryConfirmationScheduler(clock: now)
    }

    /// Whether the last run was at least `secondsBetween` seconds ago, or with another value of `hasChannel`.
    func isDue(hasChannel: Bool) -> Bool {
        let now = now()
        guard let last, last.hasChannel == hasChannel, now >= last.time else { return true }
        return now >= last.time.advanced(bySeconds: ScheduledWork.secondsBetween)
    }

    /// Does the work that is due. If one of the tasks fails, the other tasks are still done.
    ///
    /// - Parameters:
    ///   - hasChannel: whether a channel for messages is set up. Without a channel, only the tasks whose results do not
    ///     need one are done: reservations end, and the messages that members of organizers also see at the desk are
    ///     queued.
    ///   - isStopping: called between transactions. If it returns true, some tasks end early.
    /// - Returns: the errors of the tasks that failed.
    package func run(
        _ policy: NoticePolicy, hasChannel: Bool, isStopping: @escaping @Sendable () -> Bool = { false }
    ) -> [any Error] {
        let now = now()
        last = (now, hasChannel)
        let sending: [() throws -> Void] = [
            { try self.reminders.queueDue(self.store, policy: policy) },
            { try self.queueSuggestions(policy, isStopping) },
            { try self.deadlines.queuePaymentReminders(self.store, policy: policy) },
            { try self.deadlines.queueExpiringTickets(self.store, policy: policy) },
            { try self.entryConfirmations.queueNew(self.store, isStopping: isStopping) },
        ]
        let always: [() throws -> Void] = [
            { try self.sales.queueDue(self.store, policy: policy) },
            { try self.doubleAdmissions.queueNew(self.store) },
            { try self.gateFaults.queueSilent(self.store) }, { try self.gateFaults.queueUndecided(self.store) },
            { _ = try Storefront.lapseExpired(self.store, at: now) },
        ]
        var errors: [any Error] = []
        for task in (hasChannel ? sending : []) + always {
            do { try task() } catch { errors.append(error) }
        }
        return errors
    }

    /// Queues the suggestions of events that are due for some recipients (`hasMoreSuggestions`).
    func queueSuggestions(_ policy: NoticePolicy, _ isStopping: () -> Bool) throws {
        hasMoreSuggestions = false
        let progress = try suggestions.queueDue(store, policy: policy, isStopping: isStopping)
        hasMoreSuggestions = progress.hasMore
        if let fault = progress.fault { throw fault }
    }
}
