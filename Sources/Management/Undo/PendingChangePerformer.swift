public import Store
public import Ticketing

/// Makes the pending changes (cancellations and refunds) that are due. Several processes can use one store, because
/// each change is leased to one process at a time. One transaction changes one order, the tickets of one order, or the
/// whole event, and also removes them from the pending change. So after a crash, another process makes the rest of the
/// change, and nothing is changed twice.
public struct PendingChangePerformer: Sendable {
    /// The time for which a change is leased, in seconds.
    static let leaseSeconds: Int64 = 60
    /// The time in seconds after which a due change is dropped instead of made. A server can start again after a long
    /// stop, or with a restored backup. Members may have changed their plans since they requested the change.
    static let lifetimeSeconds: Int64 = 86_400
    /// The maximum number of changes in one call.
    private static let maximumChanges = 100

    /// The result of one call.
    public struct Summary: Sendable {
        /// The number of orders, tickets and events that were cancelled or refunded.
        public fileprivate(set) var made = 0
        /// The orders, tickets and events that were left unchanged, with the reasons. The audit trail has a record of
        /// each (`DroppedChange`).
        public fileprivate(set) var refusals: [Refusal] = []
    }

    /// Orders and tickets, or an event, that a pending change left unchanged.
    public struct Refusal: Sendable {
        public let change: PendingChange
        public let subjects: [PendingChange.Subject]
        /// The reason why they were left unchanged.
        public let error: any Error
        /// The subjects with the reason, as the audit trail records them.
        public let dropped: [DroppedChange]
    }

    private let now: @Sendable () -> Instant
    private let noticePolicy: @Sendable () -> NoticePolicy

    /// - Parameter noticePolicy: reads the numbers that determine when messages to organizers are queued.
    public init(
        clock now: @escaping @Sendable () -> Instant,
        applying noticePolicy: @escaping @Sendable () -> NoticePolicy = { .standard }
    ) {
        self.now = now
        self.noticePolicy = noticePolicy
    }

    /// Makes the changes that are due.
    ///
    /// - Throws: errors of the store. A later call makes the remaining changes.
    @discardableResult
    public func performDue(_ store: Store) throws -> Summary {
        var summary = Summary()
        let due = try store.read {
            try $0.pendingChanges.due(at: now(), limit: PendingChangePerformer.maximumChanges)
        }
        for id in due {
            let start = now()
            let change = try store.write { connection -> PendingChange? in
                let end = start.advanced(bySeconds: PendingChangePerformer.leaseSeconds)
                guard try connection.pendingChanges.lease(id, at: start, until: end) else { return nil }
                return try connection.pendingChanges.with(id: id)
            }
            if let change { try perform(change, at: start, store, &summary) }
        }
        return summary
    }

    private func perform(
        _ change: PendingChange, at start: Instant, _ store: Store, _ summary: inout Summary
    ) throws {
        let found = try store.read { connection in
            (
                user: try connection.users.with(id: change.user),
                event: try connection.events.with(number: change.event),
                groups: try connection.groups(of: change)
            )
        }
        // Users and events that a change names are never removed from the store.
        guard let user = found.user, let event = found.event else { return }
        let services = ManagementServices(user: user, store: store, now: now).applying(noticePolicy)
            .allowingMessages(to: .max)
        if start >= change.due.advanced(bySeconds: PendingChangePerformer.lifetimeSeconds) {
            try services.drop(found.groups.flatMap(\.self), of: change, because: SalesError.changeExpired, &summary)
        } else {
            for group in found.groups {
                do {
                    try services.make(change, group, of: event, &summary)
                } catch let refusal where PendingChangePerformer.isRefusal(refusal) {
                    try services.drop(group, of: change, because: refusal, &summary)
                }
            }
        }
        try store.write { try $0.pendingChanges.removeFinished(change.id) }
    }

    /// Whether an error means that an order, a ticket or the event can no longer be changed in this way by this user.
    fileprivate static func isRefusal(_ error: any Error) -> Bool { error is SalesError || error is ManagementError }
}

extension StoreConnection {
    /// The orders and tickets that a pending change has not changed yet, in groups. A group is one order, the tickets
    /// of one order, or the event. Each group is changed in one transaction, so that the buyer gets one message.
    fileprivate func groups(of change: PendingChange) throws -> [[PendingChange.Subject]] {
        guard change.action != .cancelEvent else { return [[.event]] }
        let subjects = try pendingChanges.subjects(of: change.id, limit: .max)
        guard change.action == .cancelTicket else { return subjects.map { [$0] } }
        let codes = subjects.compactMap { subject -> TicketCode? in
            if case .ticket(let code) = subject { code } else { nil }
        }
        var groups: [[PendingChange.Subject]] = []
        var positions: [OrderNumber: Int] = [:]
        for ticket in try tickets.all(codes.map(\.serial), of: change.event) {
            guard let order = ticket.sale?.order, let position = positions[order] else {
                if let order = ticket.sale?.order { positions[order] = groups.count }
                groups.append([.ticket(ticket.code)])
                continue
            }
            groups[position].append(.ticket(ticket.code))
        }
        return groups
    }
}

extension ManagementServices {
    /// Cancels or refunds a group of a pending change, and removes it from the change. If a group of several tickets is
    /// refused, because one of the tickets has changed, each ticket is tried alone.
    ///
    /// - Throws: the error of the operation, or of the check of the user's rights, if a group of only one order or
    ///   ticket cannot be changed. The group is then unchanged.
    fileprivate func make(
        _ change: PendingChange, _ group: [PendingChange.Subject], of event: Event,
        _ summary: inout PendingChangePerformer.Summary
    ) throws {
        do {
            summary.made += try make(change, group, of: event)
        } catch let refusal where PendingChangePerformer.isRefusal(refusal) && group.count > 1 {
            for subject in group {
                do {
                    summary.made += try make(change, [subject], of: event)
                } catch let refusal where PendingChangePerformer.isRefusal(refusal) {
                    try drop([subject], of: change, because: refusal, &summary)
                }
            }
        }
    }

    fileprivate func drop(
        _ subjects: [PendingChange.Subject], of change: PendingChange, because error: any Error,
        _ summary: inout PendingChangePerformer.Summary
    ) throws {
        let dropped = try transact(.dropChange, in: change.organizer) {
            work -> [(subject: PendingChange.Subject, record: DroppedChange)] in
            // Another process may have dropped the same orders and tickets.
            let left = try subjects.filter { try work.connection.pendingChanges.remove($0, of: change) }
            return try left.map { subject in
                let tickets = try work.connection.affectedTickets(by: subject, at: change.event)
                let record = DroppedChange(subject, of: change, on: tickets, because: error)
                try work.record(
                    AuditSubject(.event, change.event), of: change.event, after: record.auditFields)
                return (subject: subject, record: record)
            }
        }
        guard !dropped.isEmpty else { return }
        summary.refusals.append(
            .init(change: change, subjects: dropped.map(\.subject), error: error, dropped: dropped.map(\.record)))
    }

    /// Cancels or refunds one group in one transaction. Returns the number of subjects that were changed: 0 if another
    /// process has already changed them.
    private func make(_ change: PendingChange, _ group: [PendingChange.Subject], of event: Event) throws -> Int {
        try perform(change.action.operation, on: event) { work in
            try work.lock(group, of: event.number)
            let left = try group.filter { try work.connection.pendingChanges.remove($0, of: change) }
            var codes: [TicketCode] = []
            for subject in left {
                switch (change.action, subject) {
                case (.refundOrder, .order(let number, let tickets)):
                    try work.refund(tickets, ofOrder: number, of: event.number, note: change.note)
                case (_, .order(let number, _)):
                    _ = try work.cancel(try work.cancellableOrder(number, of: event.number), note: change.note)
                case (_, .ticket(let code)): codes.append(code)
                case (_, .event): _ = try work.cancelEvent(event)
                }
            }
            if !codes.isEmpty { _ = try work.endTickets(codes, of: event.number, as: .cancelled, note: change.note) }
            return left.count
        }
    }
}

extension UnitOfWork {
    /// Locks the orders and tickets of a group. Call this function before removing the group from the pending change,
    /// because the removal locks rows of the change. Transactions that schedule changes lock in the same order, so no
    /// deadlock occurs. `cancelEvent` itself locks the event with its orders and tickets.
    fileprivate func lock(_ group: [PendingChange.Subject], of event: EventNumber) throws {
        var numbers: Set<OrderNumber> = []
        var serials: [Serial] = []
        for subject in group {
            switch subject {
            case .order(let number, _): numbers.insert(number)
            case .ticket(let code): serials.append(code.serial)
            case .event: return
            }
        }
        numbers.formUnion(try connection.tickets.all(serials, of: event).compactMap { $0.sale?.order })
        for number in numbers.sorted() { _ = try connection.orders.locked(number: number, of: event) }
        try connection.tickets.lock(serials, of: event)
    }

    /// Refunds tickets of an order. Tickets that were cancelled or refunded after the refund was scheduled are left
    /// out.
    ///
    /// - Parameter named: nil to refund all active tickets.
    /// - Throws: the same errors as `OrderService.refund`.
    fileprivate func refund(
        _ named: [TicketCode]?, ofOrder number: OrderNumber, of event: EventNumber, note: String?
    ) throws {
        let scope = named.map { RefundScope.tickets($0) } ?? .all
        let codes = try refundableCodes(scope, ofOrder: number, of: event)
        // The order is locked, so no other transaction cancels or refunds its tickets now.
        let active = try connection.tickets.all(codes.map(\.serial), of: event).filter(\.status.isActive)
        guard !active.isEmpty else { throw SalesError.nothingToRefund(number) }
        _ = try endTickets(active.map(\.code), of: event, as: .refunded, note: note)
    }
}
