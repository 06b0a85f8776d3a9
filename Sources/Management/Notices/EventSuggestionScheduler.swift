import Foundation
public import Store
public import Ticketing

/// Queues the messages that suggest events. Only recipients who have turned these messages on get them. Every server on
/// a store may run this scheduler, because each message is queued only once. After an outage, messages that were due in
/// the last six hours are queued.
public struct EventSuggestionScheduler: Sendable {
    /// A message that has been due for this number of seconds is no longer queued.
    static let latestSeconds: Int64 = 6 * 3600
    /// The number of recipients in one transaction. The number is small, so that gates do not wait long.
    private static let batchSize = 20
    /// The maximum number of recipients in one call. The number is small, because the sender of messages waits for the
    /// call.
    private static let mostPerCall = 200
    /// The time after which a call returns, so that other messages do not wait.
    private static let longestTime = Duration.seconds(5)

    private let now: @Sendable () -> Instant

    public init(clock now: @escaping @Sendable () -> Instant) { self.now = now }

    /// The result of one call of `queueDue`.
    public struct Progress: Sendable {
        /// The number of queued notices.
        public var queued = 0
        /// Whether more recipients may already be due, so that the caller should call again.
        public var hasMore = false
        /// The error of the first recipient whose rows cannot be read, for example because a newer version of the
        /// program has written them. The other recipients are handled nevertheless. Nil if all rows can be read.
        public var fault: StoreError?
    }

    /// The planned changes for a recipient.
    private struct Plan {
        let entry: SuggestionTimes.Entry
        let next: Instant
        /// The message that is queued now; nil if no message is due, or if there is nothing to suggest.
        var notice: Notice?
    }

    /// Queues the messages that are due, and determines the times of the next messages. Handles at most 200 recipients,
    /// and returns after about five seconds.
    ///
    /// - Parameters:
    ///   - policy: determines the days and hours at which the messages are due.
    ///   - isStopping: called between transactions. If it returns true, the call returns early.
    @discardableResult
    public func queueDue(
        _ store: Store, policy: NoticePolicy = .standard, isStopping: () -> Bool = { false }
    ) throws -> Progress {
        let (now, begin) = (now(), ContinuousClock.now)
        let due = try store.read { try $0.suggestionTimes.due(at: now, limit: EventSuggestionScheduler.mostPerCall) }
        var progress = Progress(hasMore: due.count == EventSuggestionScheduler.mostPerCall)
        guard !due.isEmpty else { return progress }
        let events =
            due.contains { $0.due != nil }
            ? try store.read { try $0.eventCandidates.upcoming(at: now, limit: Storefront.mostCandidates) } : []
        let candidates = SuggestionCandidates(events, at: now)
        var rest = due[...]
        while !rest.isEmpty {
            guard !isStopping() else { return progress }
            let batch = rest.prefix(EventSuggestionScheduler.batchSize)
            rest = rest.dropFirst(batch.count)
            let (plans, fault) = try store.read { try self.plans(batch, candidates, policy, at: now, $0) }
            progress.fault = progress.fault ?? fault
            progress.queued += try store.write { connection in
                try plans.reduce(0) { count, plan in
                    // Another server may have queued the message since the plan was made.
                    guard try connection.suggestionTimes.advance(plan.entry, to: plan.next), let notice = plan.notice
                    else { return count }
                    return try count + connection.notices.queue([notice])
                }
            }
            if begin.duration(to: .now) >= EventSuggestionScheduler.longestTime, !rest.isEmpty {
                progress.hasMore = true
                return progress
            }
        }
        return progress
    }

    /// The plans for some recipients. If the rows of a recipient cannot be read, the plan has no message.
    ///
    /// - Returns: the plans, and the error of the first recipient whose rows cannot be read.
    private func plans(
        _ entries: ArraySlice<SuggestionTimes.Entry>, _ candidates: SuggestionCandidates, _ policy: NoticePolicy,
        at now: Instant, _ connection: any StoreConnection
    ) throws -> (plans: [Plan], fault: StoreError?) {
        var fault: StoreError?
        let plans = try entries.map { entry -> Plan in
            do {
                return try plan(entry, candidates, policy, at: now, connection)
            } catch let error as StoreError where error.isOfRow {
                fault = fault ?? error
                let zone = TimeZone(identifier: policy.timeZone) ?? .gmt
                return Plan(entry: entry, next: policy.suggestionTime(of: entry.kind, after: now, in: zone))
            }
        }
        return (plans, fault)
    }

    private func plan(
        _ entry: SuggestionTimes.Entry, _ candidates: SuggestionCandidates, _ policy: NoticePolicy, at now: Instant,
        _ connection: any StoreConnection
    ) throws -> Plan {
        let recipient = try connection.recipients.with(address: entry.recipient)
        let events = recipient.map { SuggestedEvents(for: $0, at: now, connection) }
        let booked = try events?.booked() ?? []
        let names = [recipient?.preferences.timeZone, booked.lastTimeZone, policy.timeZone].compactMap(\.self)
        let zone = names.lazy.compactMap { TimeZone(identifier: $0) }.first ?? .gmt
        var plan = Plan(entry: entry, next: policy.suggestionTime(of: entry.kind, after: now, in: zone))
        guard let recipient, let events, let time = dueTime(of: entry, policy, at: now, in: zone),
            try recipient.canGetSuggestions(entry.kind, connection)
        else { return plan }
        let suggestions = try events.chosen(for: entry.kind, of: candidates, after: booked)
        guard !suggestions.isEmpty else { return plan }
        plan.notice = Notice(
            organizer: nil, event: nil, kind: entry.kind, recipient: entry.recipient,
            payload: Notice.payload(of: suggestions, city: booked.lastCity, timeZone: zone.identifier),
            key: Notice.keyPrefix(entry.kind, of: nil, cause: CalendarDay(time, in: zone).rawValue) + entry.recipient,
            created: now)
        return plan
    }

    /// The time at which a message was due; nil if no message is due. A recipient who has just turned the messages on
    /// has no due time yet, and gets no message before the next regular time.
    ///
    /// If the policy or the recipient's time zone has changed since the time was stored, the message is nevertheless
    /// due at the stored time. Otherwise, more than a week could pass without a message.
    private func dueTime(
        of entry: SuggestionTimes.Entry, _ policy: NoticePolicy, at now: Instant, in zone: TimeZone
    ) -> Instant? {
        guard let due = entry.due else { return nil }
        let latest = now.advanced(bySeconds: -EventSuggestionScheduler.latestSeconds)
        let time = policy.suggestionTime(of: entry.kind, after: latest, in: zone)
        if time <= now { return time }
        return due > latest ? due : nil
    }
}
