public import Ticketing

extension Orders {
    /// An unpaid order and the end of its reservation.
    public struct UnpaidReservation: Hashable, Sendable {
        public let event: EventNumber
        public let order: OrderNumber
        public let created: Instant
        public let deadline: Instant
    }

    /// The unpaid orders of published events for which a reminder must be queued now; at most `limit`. The reminder of
    /// such an order is due, and was not queued yet for the present deadline. The orders are sorted by the end of their
    /// reservations. The result contains two kinds of orders:
    ///
    /// - orders that a member of the organizer has entered, and whose reservations have not expired;
    /// - orders that visitors will pay at the door, if the visitor need not confirm the order or has confirmed it.
    ///
    /// If an edit of an event has moved the payment deadline to an earlier time, the buyers get messages about the new
    /// deadline. These messages replace some of the reminders. So visitors' orders for the event are omitted until all
    /// of these messages are queued (`NoticeAudiences`).
    ///
    /// - Parameters:
    ///   - claim: the beginning of the name under which the reminder is recorded as queued (`EventReminders.claim`).
    ///     The name consists of this text and the order's number.
    ///   - policy: determines the time of the last reminder.
    ///   - seconds: the time between the opening of the doors and the end of visitors' reservations at an event without
    ///     a payment deadline, in seconds.
    ///   - earliest: reminders that were due at or before this time are omitted.
    public func unpaid(
        for reminder: PaymentReminder, claim: String, policy: NoticePolicy, secondsAfterDoors seconds: Int64,
        from earliest: Instant, at now: Instant, limit: Int
    ) throws -> [UnpaidReservation] {
        let due =
            switch reminder {
            case .half: "o.created + (o.deadline - o.created) / 2"
            case .final: "o.deadline - \(policy.finalPaymentSeconds * 1000)"
            }
        let deadline = Orders.paymentDeadline(secondsAfterDoors: seconds)
        return try connection.all(
            """
            SELECT o.event, o.number, o.created, o.deadline FROM (
                SELECT event, number, created, expires AS deadline FROM ticket_order
                WHERE holding = 1 AND status = 'pending' AND method IS NULL AND confirm_by IS NULL AND expires > $1
                UNION ALL
                SELECT t.event, t.number, t.created, \(deadline)
                FROM event d JOIN ticket_order t ON t.event = d.number
                WHERE \(deadline) > $1 AND t.visitor IS NOT NULL
                    AND t.status = 'pending' AND t.method = 'at-the-door'
                    AND NOT EXISTS (
                        SELECT 1 FROM notice_audience a
                        WHERE a.event = d.number AND a.kind = '\(Notice.Kind.paymentPending.rawValue)')
            ) AS o JOIN event e ON e.number = o.event
            WHERE e.status = 'published' AND e.deleted IS NULL AND \(due) <= $1 AND \(due) > $2
                AND NOT EXISTS (
                    SELECT 1 FROM queued_reminder q
                    WHERE q.event = o.event AND q.name = CAST($3 AS TEXT) || CAST(o.number AS TEXT)
                        AND q.due = o.deadline)
            ORDER BY o.deadline, o.event, o.number LIMIT $4
            """, [.instant(now), .instant(earliest), .text(claim), .int(limit)]
        ) { row in
            UnpaidReservation(
                event: try row.value(0), order: try row.value(1), created: try row.instant(2),
                deadline: try row.instant(3))
        }
    }
}
