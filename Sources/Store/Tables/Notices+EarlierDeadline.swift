import Foundation
public import Ticketing

/// A change of an event that makes its unpaid reservations end earlier. Each buyer of an unpaid reservation gets a
/// message about the new deadline for the payment.
public struct EarlierDeadline: Sendable {
    let event: EventNumber
    let organizer: OrganizerNumber
    /// The beginning of the keys of the messages. In each key, the number of an order and the recipient follow.
    let keyPrefix: String
    /// A text that identifies the change that made the deadline earlier.
    let cause: String
    /// The new end of the reservations.
    let deadline: Instant
    /// The last deadline of which the buyers knew before this change; nil if they knew of no deadline.
    let former: Instant?
    let changed: Instant

    public init(at event: Event, cause: String, deadline: Instant, former: Instant?, changed: Instant) {
        self.event = event.number
        organizer = event.organizer
        keyPrefix = Notice.keyPrefix(.paymentPending, of: event.number, cause: cause)
        self.cause = cause
        self.deadline = deadline
        self.former = former
        self.changed = changed
    }
}

// MARK: Stored audiences

extension EarlierDeadline {
    private static let causeName = "cause"

    /// The values of the columns `key_prefix`, `organizer`, `event`, `kind`, `payload`, `created` and `due` of a stored
    /// audience.
    var audienceValues: [SQLValue] {
        get throws {
            var payload = [Notice.deadlineName: deadline.auditValue, EarlierDeadline.causeName: cause]
            payload[Notice.formerDeadlineName] = former?.auditValue
            return [
                .text(keyPrefix), .int(organizer.rawValue), .int(event.rawValue),
                .text(Notice.Kind.paymentPending.rawValue), try .fields(payload), .instant(changed), .instant(changed),
            ]
        }
    }

    /// Reads a stored audience. The first columns of the row are those of `audienceValues`.
    init(_ row: any SQLRow) throws {
        let payload = try row.fields(4)
        guard let cause = payload[EarlierDeadline.causeName],
            let deadline = payload[Notice.deadlineName].flatMap({ Instant(iso8601: $0) })
        else { throw InvalidColumnValue(column: 4, value: row.text(4), kind: "deadline") }
        keyPrefix = row.text(0)
        organizer = try row.value(1)
        event = try row.value(2)
        changed = try row.instant(5)
        self.cause = cause
        self.deadline = deadline
        former = payload[Notice.formerDeadlineName].flatMap { Instant(iso8601: $0) }
    }
}

// MARK: Messages

extension Notices {
    /// Queues a message about an earlier deadline to the buyer of each unpaid reservation. The messages replace
    /// reminders to pay that are already due or would follow soon. If there are more than `mostAtOnce` reservations, an
    /// audience is stored instead, and `NoticeAudiences.queueNext` queues the messages.
    ///
    /// - Parameter totals: the current counts of the event's unpaid reservations.
    public func queue(_ deadline: EarlierDeadline, _ totals: Orders.UnpaidTotals) throws {
        guard totals.withContact > 0 else { return }
        guard totals.count > Notices.mostAtOnce else {
            _ = try queue(deadline, to: connection.orders.unpaidReservations(of: deadline.event, limit: totals.count))
            return
        }
        try connection.noticeAudiences.add(deadline, recipients: totals.withContact)
    }

    /// Queues the messages to the buyers of `orders`. Returns the number of new messages.
    func queue(_ deadline: EarlierDeadline, to orders: [Order]) throws -> Int {
        guard let event = try connection.events.with(number: deadline.event) else { return 0 }
        let reached = orders.filter { $0.contact != nil }
        let replaced: [String] = reached.flatMap { order in
            PaymentReminder.allCases
                .filter { $0.isReplaced(at: deadline.changed, from: order.created, until: deadline.deadline) }
                .map { "\($0.claim)\(order.number)" }
        }
        try connection.reminders.claim(replaced, of: deadline.event, due: deadline.deadline, at: deadline.changed)
        let notices: [Notice] = reached.compactMap { order in
            order.contact.map { contact in
                Notice.paymentPending(
                    order, at: event, until: deadline.deadline, to: contact, as: PaymentReminder.earlierDeadline,
                    cause: "\(deadline.cause)/\(order.number)", queued: deadline.changed
                ).with { $0.payload[Notice.formerDeadlineName] = deadline.former?.auditValue }
            }
        }
        return try queue(notices)
    }

    /// The last deadline of which all buyers of an event know; nil if there was none. A deadline counts as unknown
    /// while messages about that deadline are still to be queued or sent.
    ///
    /// - Parameters:
    ///   - cause: identifies the messages about earlier deadlines. The cause of each of these messages consists of this
    ///     text, a slash and further texts. This text must not end with a slash.
    ///   - current: the present deadline; nil if the event has no deadline.
    public func knownDeadline(of event: EventNumber, cause: String, current: Instant?) throws -> Instant? {
        let kind = Notice.Kind.paymentPending
        let keys = Notice.keyPrefix(kind, of: event, cause: cause)
        let waiting = try connection.all(
            "SELECT payload FROM notice_audience WHERE event = $1 AND kind = $2",
            [.int(event.rawValue), .text(kind.rawValue)]
        ) { try $0.fields(0) }
        // Each message contains the deadline that all buyers knew when the message was queued. To determine that
        // deadline, this method took the earlier unsent messages into account. So the latest message is enough.
        let unsent = try connection.all(
            """
            SELECT payload FROM notice
            WHERE notice_key >= $1 AND notice_key < $2 AND due IS NOT NULL AND state <> 'leased'
            ORDER BY created DESC LIMIT 1
            """, [.text(keys), .text(Notices.upperBound(of: keys))]
        ) { try $0.fields(0) }
        return (waiting + unsent).reduce(current) { known, payload in
            guard let known, let former = payload[Notice.formerDeadlineName].flatMap({ Instant(iso8601: $0) }) else {
                return nil
            }
            return max(known, former)
        }
    }
}

extension Orders {
    /// The counts of visitors' unpaid reservations for an event.
    public struct UnpaidTotals: Hashable, Sendable {
        public let count: Int
        /// The number of these reservations whose buyers have an address for messages.
        public let withContact: Int
        /// The number of the reservations in `withContact` whose buyers get messages: messages to the buyer's address
        /// were not stopped, or the buyer has another address to which messages can go.
        public let deliverable: Int
    }

    /// Counts visitors' unpaid reservations: the orders that are still to be paid at the door.
    public func unpaidTotals(of event: EventNumber) throws -> UnpaidTotals {
        try connection.first(
            """
            SELECT count(*), count(recipient), count(reached) FROM (
                SELECT recipient, CASE WHEN EXISTS (
                    SELECT 1 FROM message_recipient r
                    WHERE r.address = recipient AND \(MessageRecipients.isStopped("recipient", at: "$1")))
                    THEN NULL ELSE recipient END AS reached
                FROM (
                    SELECT \(Orders.contact) AS recipient
                    FROM ticket_order WHERE event = $1 AND \(Orders.isUnpaidOfVisitor)) AS buyer
            ) AS reservation
            """, [.int(event.rawValue)]
        ) { row in
            UnpaidTotals(count: try row.number(0), withContact: try row.number(1), deliverable: try row.number(2))
        } ?? UnpaidTotals(count: 0, withContact: 0, deliverable: 0)
    }

    /// The number of different phone numbers to which messages about an event's unpaid reservations go.
    func unpaidPhones(of event: EventNumber) throws -> Int {
        try connection.first(
            """
            SELECT count(DISTINCT \(Notices.phone)) FROM (
                SELECT \(Orders.contact) AS recipient
                FROM ticket_order WHERE event = $1 AND \(Orders.isUnpaidOfVisitor)
            ) AS buyer
            """, [.int(event.rawValue)]
        ) { try $0.number(0) } ?? 0
    }

    /// The orders of visitors that are still to be paid at the door, with their lines, sorted by number.
    ///
    /// - Parameters:
    ///   - position: only orders with higher numbers are returned.
    ///   - end: only orders that were created by this time are returned; nil for all.
    func unpaidReservations(
        of event: EventNumber, after position: Int64 = 0, createdUntil end: Instant? = nil, limit: Int
    ) throws -> [Order] {
        let orders = try connection.all(
            """
            SELECT \(Orders.selected) FROM ticket_order
            WHERE event = $1 AND number > $2 AND created <= $3 AND \(Orders.isUnpaidOfVisitor)
            ORDER BY number LIMIT $4
            """,
            [.int(event.rawValue), .integer(position), .integer(end?.milliseconds ?? .max), .int(limit)], Orders.order)
        guard let first = orders.first, let last = orders.last else { return [] }
        var lines: [OrderNumber: [OrderLine]] = [:]
        try connection.forEachRow(
            """
            SELECT ticket_order, type, count, price, admits FROM order_line
            WHERE event = $1 AND ticket_order IN (
                SELECT number FROM ticket_order
                WHERE event = $1 AND number BETWEEN $2 AND $3 AND \(Orders.isUnpaidOfVisitor))
            ORDER BY ticket_order, type
            """, [.int(event.rawValue), .int(first.number.rawValue), .int(last.number.rawValue)]
        ) { row in
            let line = OrderLine(
                type: try row.value(1), count: try row.number(2), price: Int64(try row.number(3)),
                admits: try row.value(4))
            let number: OrderNumber = try row.value(0)
            lines[number, default: []].append(line)
        }
        return orders.map { order in order.with { $0.lines = lines[order.number, default: []] } }
    }
}
