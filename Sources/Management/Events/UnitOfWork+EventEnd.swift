import Store
import Ticketing

extension UnitOfWork {
    /// Changes the tickets of an event that is cancelled, deleted or restored, and stores the event. The audit record
    /// contains the number of tickets with each status, before and after the change.
    func updateStatus(_ former: Event, as event: Event, _ tickets: () throws -> Void) throws {
        let before = try ticketFields(of: event.number)
        try tickets()
        let after = try ticketFields(of: event.number)
        try connection.events.updateStatus(of: event)
        try record(
            AuditSubject(.event, event.number), of: event.number, before: former.auditFields.merging(before) { $1 },
            after: event.auditFields.merging(after) { $1 })
    }

    private func ticketFields(of event: EventNumber) throws -> AuditFields {
        let counts = try connection.tickets.countsByStatus(of: event).map {
            ("tickets \($0.key.rawValue)", "\($0.value)")
        }
        return AuditFields(counts) { $1 }
    }

    /// Ends the tickets and orders of an event that does not take place. Notifies all holders and guests. Also notifies
    /// the buyers who are owed money or have pending orders, but not a buyer who must still confirm the order. The
    /// caller must have locked the rows of these tickets and orders.
    ///
    /// - Parameter note: the reason that is stored on each ticket.
    /// - Returns: the numbers of tickets, of queued notices, and of the notices that can be sent.
    func endTicketsAndOrders(
        _ event: Event, note: String
    ) throws -> (tickets: Int, notices: Int, deliverable: Int) {
        let payload = event.details.noticeFields
        let cause = "\(UnitOfWork.endCause(at: now))/\(try self.uniqueCause)"
        var notices = try notifyHolders(.eventCancelled, of: event, cause: cause, payload: payload)
        try changeOrders(of: event.number) { last in
            try connection.orders.end(of: event.number, after: last, limit: UnitOfWork.batchSize, at: now)
        } notify: { change in
            // Anyone can enter any address, so the address of an unconfirmed order gets only the confirmation link.
            guard !change.before.awaitsConfirmation, let contact = change.after.contact else { return }
            let owed = change.after.refundLeft - change.before.refundLeft
            guard owed > 0 || change.before.status == .pending else { return }
            var payload = payload
            payload["order"] = "\(change.after.number)"
            if owed > 0 { payload["amount"] = change.after.money(owed)?.description }
            try notify(
                contact, owed > 0 ? .refundOwed : .orderCancelled, of: event.number, payload: payload,
                uniqueCause: "\(cause)/\(change.after.number)")
            notices += 1
        }
        try enqueueWebhooks(.cancelled, of: event.number, more: ["status": Ticket.Status.cancelled.rawValue]) { last in
            try connection.tickets.activePage(of: event.number, after: last, limit: UnitOfWork.batchSize)
        }
        let tickets = try connection.tickets.endAll(of: event.number, as: .cancelled, at: now, note: note)
        try connection.allocatedCapacity.clear(event.number)
        let deliverable = try [Notice.Kind.eventCancelled, .refundOwed, .orderCancelled].reduce(0) {
            try $0 + connection.notices.deliverable($1, of: event.number, cause: cause)
        }
        return (tickets, notices, deliverable)
    }

    /// Undoes `endTicketsAndOrders`. The caller must have locked all rows that `endTicketsAndOrders` changed.
    ///
    /// - Parameter moment: the time at which the event was deleted.
    /// - Returns: the number of queued notices that can be sent.
    func restoreTicketsAndOrders(of event: Event, at moment: Instant) throws -> Int {
        try changeOrders(of: event.number) { last in
            try connection.orders.restore(
                of: event.number, ended: moment, after: last, limit: UnitOfWork.batchSize, at: now)
        }
        try enqueueWebhooks(.issued, of: event.number, more: ["restored": "yes"]) { last in
            try connection.tickets.ended(of: event.number, at: moment, after: last, limit: UnitOfWork.batchSize)
        }
        try connection.tickets.restoreAll(of: event.number, ended: moment)
        try connection.allocatedCapacity.recount(event.number)
        let cause = UnitOfWork.endCause(at: moment)
        let restored = "\(cause)/\(try self.uniqueCause)"
        for kind in [Notice.Kind.eventCancelled, .refundOwed, .orderCancelled] {
            try connection.notices.withdraw(kind, of: event.number, cause: cause)
            queuedMessages.add(
                try connection.notices.queue(
                    .eventRestored, cause: restored, toRecipientsOf: kind, ofCause: cause, event: event.number,
                    payload: event.details.noticeFields, at: now))
        }
        return try connection.notices.deliverable(.eventRestored, of: event.number, cause: restored)
    }

    /// The beginning of the cause of every notice about a cancelled or deleted event. An address gets at most
    /// one notice of each kind with the same cause.
    ///
    /// - Parameter moment: the time at which the event was cancelled or deleted.
    private static func endCause(at moment: Instant) -> String { "end at \(moment.milliseconds)" }

    private static let batchSize = 1000

    /// Changes orders in batches, and records each change.
    ///
    /// - Parameters:
    ///   - next: changes the next orders and returns the changes. Its argument is the last order that was changed, or
    ///     nil to begin with the first order. An empty list ends the work.
    ///   - notify: called with each change.
    private func changeOrders(
        of event: EventNumber, next: (OrderNumber?) throws -> [Orders.Change],
        notify: (Orders.Change) throws -> Void = { _ in }
    ) throws {
        var last: OrderNumber?
        while true {
            let changes = try next(last)
            guard let end = changes.last else { return }
            try record(
                changes.compactMap {
                    AuditTrail.Change(
                        AuditSubject(.order, $0.after.number), before: $0.before.auditFields,
                        after: $0.after.auditFields)
                }, of: event)
            try changes.forEach(notify)
            last = end.after.number
        }
    }

    /// Queues a notice to the guests and to the holders of active tickets. If several guests or holders share an
    /// address, the address gets only one notice. Returns the number of notices.
    func notifyHolders(_ kind: Notice.Kind, of event: Event, cause: String, payload: AuditFields) throws -> Int {
        let holders = try connection.notices.queueToHolders(
            of: event.number, organizer: event.organizer, kind: kind, payload: payload, cause: cause, at: now)
        let guests = try connection.notices.queueToGuests(
            of: nil, event: event.number, organizer: event.organizer, kind: kind, payload: payload, cause: cause,
            at: now)
        queuedMessages.add(holders + guests)
        return holders + guests
    }

    /// Queues a notice about a changed event to the same recipients as `notifyHolders`. If the recipients are too many
    /// for this transaction, only a description of them (the audience) is stored. After the transaction, call
    /// `ManagementServices.queueToAudiences`, which queues the notices to that audience. Returns the number of
    /// recipients.
    func notifyOfMove(_ event: Event, payload: AuditFields) throws -> Int {
        let notices = connection.notices
        let recipients = try notices.queue(
            to: nil, of: event.number, organizer: event.organizer, kind: .eventMoved, payload: payload,
            cause: try uniqueCause, due: now,
            at: notices.creationTime(of: .eventMoved, about: event.number, at: now))
        queuedMessages.add(recipients)
        return recipients
    }
}

extension EventDetails {
    var noticeFields: AuditFields {
        auditFields.filter { $0.key == "title" || EventDetails.timeAndVenueFields.contains($0.key) }
    }

    /// The values before a change, as fields of a notice about the change.
    var oldNoticeFields: AuditFields {
        var fields: AuditFields = [:]
        for name in ["venue", "address", "city", "doors", "start", "end"] {
            fields["\(Notice.oldValuePrefix)\(name)"] = noticeFields[name] ?? ""
        }
        return fields
    }
}
