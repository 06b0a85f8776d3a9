import Store
import Ticketing

/// Visitors' unpaid reservations that an edit of the event has shortened: they now end before the deadline that was
/// stated to their buyers.
public struct ShortenedReservations: Hashable, Sendable {
    /// The number of reservations.
    public let count: Int
    /// The number of messages, one for each reservation whose buyer has an address; 0 if the new deadline has passed.
    /// If there are many messages, they are queued after the edit.
    public let notices: Int
    /// The number of these messages that are not sent, because messages to their recipients were stopped.
    public let undeliverable: Int

    static let none = ShortenedReservations(count: 0, notices: 0, undeliverable: 0)
}

extension UnitOfWork {
    /// Queues messages to the buyers of unpaid reservations that an edit of the event has shortened. A message states
    /// the new deadline, and replaces reminders to pay that are already due or would follow soon. If there are too many
    /// buyers for this transaction, it stores only a description of them (an audience). After the transaction, call
    /// `ManagementServices.queueToAudiences`, which queues the messages to the buyers.
    ///
    /// - Parameter former: the event before the edit.
    func notifyOfEarlierExpiry(_ event: Event, since former: Event) throws -> ShortenedReservations {
        let (expiry, formerExpiry) = (VisitorReservations.expiry(of: event), VisitorReservations.expiry(of: former))
        guard expiry != formerExpiry else { return .none }
        let cause = "earlier"
        // An earlier edit may have shortened the reservations, too, and its messages may not be sent yet. In that case,
        // the buyers know only the deadline before that edit, which can be later than both `formerExpiry` and `expiry`.
        let known = try connection.notices.knownDeadline(of: event.number, cause: cause, current: formerExpiry)
        // An earlier edit may have stored an audience whose messages are not queued yet. Those messages would state an
        // outdated deadline, so the audience is removed.
        try connection.noticeAudiences.remove(.paymentPending, about: event.number)
        guard event.status == .published, let deadline = expiry, known.map({ deadline < $0 && now < $0 }) ?? true else {
            return .none
        }
        let reservations = try connection.orders.unpaidTotals(of: event.number)
        // If the new deadline has passed, the buyers get another message when their reservations are cancelled.
        guard reservations.count > 0, now < deadline else {
            return ShortenedReservations(count: reservations.count, notices: 0, undeliverable: 0)
        }
        try connection.notices.queue(
            EarlierDeadline(
                at: event, cause: "\(cause)/\(try uniqueCause)", deadline: deadline, former: known, changed: now),
            reservations)
        queuedMessages.add(reservations.withContact)
        return ShortenedReservations(
            count: reservations.count, notices: reservations.withContact,
            undeliverable: reservations.withContact - reservations.deliverable)
    }
}
