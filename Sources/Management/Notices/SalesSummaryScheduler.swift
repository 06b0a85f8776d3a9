import Foundation
public import Store
public import Ticketing

/// Queues the daily summaries of sales, at the hour `NoticePolicy.salesHour` in the time zone of each event. Every
/// server on a store may run this scheduler, because each summary is queued only once. After an outage, the summary of
/// the day before can still be queued until midnight.
public struct SalesSummaryScheduler: Sendable {
    /// The number of events in one transaction. The number is small, so that gates do not wait long.
    private static let batchSize = 20
    /// Events that ended more than this number of seconds ago have no more sales to summarize.
    private static let secondsAfterEnd: Int64 = 2 * 86_400

    private let now: @Sendable () -> Instant

    public init(clock now: @escaping @Sendable () -> Instant) { self.now = now }

    private struct Due {
        let event: Event
        /// The day of the sales.
        let day: CalendarDay
        let due: Instant
        let sales: DaySales
    }

    /// Queues the summaries that are due. A summary is queued only if the event had sales on the day before.
    ///
    /// - Parameter policy: determines the hour at which a summary is due.
    /// - Returns: the number of queued notices.
    @discardableResult
    public func queueDue(_ store: Store, policy: NoticePolicy = .standard) throws -> Int {
        let now = now()
        let found = try store.read { connection in
            try connection.reminders.eventsToSummarize(
                at: now, endingAfter: now.advanced(bySeconds: -SalesSummaryScheduler.secondsAfterEnd))
        }
        var rest = found.compactMap { event in
            SalesSummaryScheduler.times(in: event.zone, hour: policy.salesHour, at: now).map { (event, $0) }
        }
        var queued = 0
        while !rest.isEmpty {
            let batch = rest.prefix(SalesSummaryScheduler.batchSize)
            rest.removeFirst(batch.count)
            let due = try store.read { connection in
                try batch.map { event, times in
                    Due(
                        event: event, day: times.day, due: times.due,
                        sales: try connection.figures.sales(of: event.number, from: times.from, to: times.to))
                }
            }
            queued += try store.write { connection in
                try due.reduce(0) { try $0 + queue($1, at: now, connection) }
            }
        }
        return queued
    }

    private func queue(_ summary: Due, at now: Instant, _ connection: any StoreConnection) throws -> Int {
        let (event, sales) = (summary.event, summary.sales)
        // A day without sales is also recorded as handled. Otherwise, each later call would query its sales again.
        guard
            try connection.reminders.claim(
                "\(EventReminders.salesName)\(summary.day.rawValue)", of: event.number, due: summary.due, at: now),
            sales.tickets > 0
        else { return 0 }
        let payload = AuditFields(present: [
            ("day", summary.day.rawValue), ("count", "\(sales.orders)"), ("tickets", "\(sales.tickets)"),
            ("total", sales.hasSeveralCurrencies ? nil : sales.total?.description), ("title", event.details.title),
        ])
        let cause = Notice.keyPrefix(.dailySummary, of: event.number, cause: summary.day.rawValue)
        let notices = try connection.users.notifiedMembers(of: event.organizer).map { member in
            Notice(
                organizer: event.organizer, event: event.number, kind: .dailySummary,
                recipient: member.email.rawValue, payload: payload, key: cause + member.email.rawValue, created: now)
        }
        try connection.notices.queue(notices)
        return notices.count
    }

    /// The time at which today’s summary is due, and the day before with its beginning and end. Nil if the summary is
    /// not due yet.
    private static func times(
        in zone: TimeZone, hour: Int, at now: Instant
    ) -> (due: Instant, day: CalendarDay, from: Instant, to: Instant)? {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let date = Date(timeIntervalSince1970: Double(now.milliseconds) / 1000)
        let today = calendar.startOfDay(for: date)
        guard let due = calendar.date(bySettingHour: hour, minute: 0, second: 0, of: today), due <= date,
            let noonBefore = calendar.date(byAdding: .hour, value: -12, to: today)
        else { return nil }
        let yesterday = calendar.startOfDay(for: noonBefore)
        return (Instant(due), CalendarDay(Instant(yesterday), in: zone), Instant(yesterday), Instant(today))
    }
}

extension Instant {
    fileprivate init(_ date: Date) { self.init(seconds: Int64(date.timeIntervalSince1970.rounded())) }
}
