public import Store
public import Ticketing

/// Queues the messages to owners and managers about double admissions that were found when ledgers of gates were
/// merged, or when a paper list was entered. Every server on a store may run this scheduler, because each double
/// admission is reported only once.
public struct DoubleAdmissionScheduler: Sendable {
    /// Double admissions are not reported if the event ended more than this number of seconds ago.
    private static let secondsAfterEnd: Int64 = 30 * 86_400

    private static let pageSize = 500

    private let now: @Sendable () -> Instant

    public init(clock now: @escaping @Sendable () -> Instant) { self.now = now }

    /// Queues a message about each event with double admissions that no message has reported yet.
    ///
    /// - Returns: the number of queued notices.
    @discardableResult
    public func queueNew(_ store: Store) throws -> Int {
        let now = now()
        let unreported = try store.read { connection -> [(EventNumber, [DoubleAdmission])] in
            let end = now.advanced(bySeconds: -DoubleAdmissionScheduler.secondsAfterEnd)
            return try connection.conflicts.events(endingAfter: end).map { event in
                (event, try DoubleAdmissionScheduler.unreported(at: event, connection))
            }
        }
        var queued = 0
        for (event, found) in unreported where !found.isEmpty {
            queued += try store.write { try queue(found, at: event, now: now, $0) }
        }
        return queued
    }

    private static func unreported(at event: EventNumber, _ connection: any StoreConnection) throws -> [DoubleAdmission]
    {
        let reported = try connection.reminders.claimedNames(
            beginningWith: EventReminders.doubleAdmissionsName, of: event)
        var unreported: [DoubleAdmission] = []
        var last: DoubleAdmission.Cursor?
        while case let page = try connection.conflicts.page(of: event, after: last, limit: pageSize), !page.isEmpty {
            unreported += page.filter { !reported.contains($0.claim) }
            last = page.last?.cursor
        }
        return unreported
    }

    private func queue(
        _ found: [DoubleAdmission], at number: EventNumber, now: Instant, _ connection: any StoreConnection
    ) throws -> Int {
        guard let event = try connection.events.with(number: number) else { return 0 }
        // `claim` records that the message about a double admission is queued now; it returns false if that was already
        // recorded. A record has a name and a due time. The due time is always 0 here, so the name alone identifies the
        // record.
        let new = try found.filter {
            try connection.reminders.claim($0.claim, of: number, due: Instant(milliseconds: 0), at: now)
        }
        guard let first = new.first else { return 0 }
        let tickets = Set(new.map(\.ticket.serial)).count
        let payload = AuditFields(present: [("tickets", "\(tickets)"), ("title", event.details.title)])
        let cause = Notice.keyPrefix(.doubleAdmissions, of: number, cause: first.claim)
        let notices = try connection.users.notifiedMembers(of: event.organizer).map { member in
            Notice(
                organizer: event.organizer, event: number, kind: .doubleAdmissions, recipient: member.email.rawValue,
                payload: payload, key: cause + member.email.rawValue, created: now)
        }
        return try connection.notices.queue(notices)
    }
}

extension DoubleAdmission {
    /// The name under which the store records that this double admission was reported. It contains the ticket and the
    /// later of the two admissions, which identify the double admission.
    fileprivate var claim: String {
        EventReminders.doubleAdmissionsName
            + "\(ticket.serial.rawValue) \(ticket.subEvent) \(later.id.device) \(later.id.sequence)"
    }
}
