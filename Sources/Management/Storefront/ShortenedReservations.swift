import Store
import Ticketing

/// The unpaid reservations of visitors that an edit of their event makes end earlier.
public struct ShortenedReservations: Hashable, Sendable {
    /// The number of reservations.
    public let count: Int
    /// The number of queued messages, one for each reservation that has not ended yet.
    public let notices: Int
    /// The number of these messages that are not sent, because messages to their recipients were stopped.
    public let undeliverable: Int

    /// If a new deadline is nearer than this number of seconds, buyers get no other reminder. This is the longest time
    /// before a deadline at which the last reminder can be due.
    static let finalSeconds: Int64 = 15 * 60

    static let none = ShortenedReservations(count: 0, notices: 0, undeliverable: 0)
}

extension UnitOfWork {
    /// If an edit of an event makes its unpaid reservations end earlier, queues a message to each buyer. The message
    /// tells the new deadline, and replaces the reminders to pay that are due by now.
    ///
    /// - Parameter former: the event before the edit.
    func notifyOfEarlierExpiry(_ event: Event, since former: Event) throws -> ShortenedReservations {
        guard event.status == .published, let deadline = VisitorReservations.expiry(of: event),
            VisitorReservations.expiry(of: former).map({ deadline < $0 && now < $0 }) ?? true
        else { return .none }
        let numbers = try connection.orders.unpaidOfVisitors(of: event.number)
        // If the new deadline has passed, the buyers get another message when their reservations are cancelled.
        guard !numbers.isEmpty, now < deadline else {
            return ShortenedReservations(count: numbers.count, notices: 0, undeliverable: 0)
        }
        let cause = "earlier/\(try uniqueCause)"
        var notices: [Notice] = []
        for number in numbers {
            guard let order = try connection.orders.with(number: number, of: event.number), let contact = order.contact
            else { continue }
            for reminder in PaymentReminder.allCases {
                guard let due = reminder.due(from: order.created, until: deadline),
                    due <= now || deadline <= now.advanced(bySeconds: ShortenedReservations.finalSeconds)
                else { continue }
                _ = try connection.reminders.claim(
                    "\(reminder.claim)\(number)", of: event.number, due: deadline, at: now)
            }
            notices.append(
                .paymentPending(
                    order, at: event, until: deadline, to: contact, as: PaymentReminder.earlierDeadline,
                    cause: "\(cause)/\(number)", queued: now))
        }
        try queue(notices)
        let deliverable = try connection.notices.deliverable(.paymentPending, of: event.number, cause: cause)
        return ShortenedReservations(
            count: numbers.count, notices: notices.count, undeliverable: notices.count - deliverable)
    }
}
