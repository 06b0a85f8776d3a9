import Store
import Ticketing

/// What becomes of all tickets and orders of an event when it ends, or when its end is taken back.
extension Work {
    /// Writes an event that ends or comes back, with how many of its tickets have which status before and after. Each
    /// ticket keeps on its own row what it is, since when and why.
    ///
    /// - Parameter tickets: what becomes of them.
    func write(_ former: Event, as event: Event, _ tickets: () throws -> Void) throws {
        let before = try ticketFields(of: event.number)
        try tickets()
        let after = try ticketFields(of: event.number)
        try connection.events.updateStatus(of: event)
        try record(
            AuditSubject(.event, event.number), of: event.number, before: former.auditFields.merging(before) { $1 },
            after: event.auditFields.merging(after) { $1 })
    }

    private func ticketFields(of event: EventNumber) throws -> AuditFields {
        let census = try connection.tickets.census(of: event).map { ("tickets \($0.key.rawValue)", "\($0.value)") }
        return AuditFields(census) { $1 }
    }

    /// Ends the tickets and orders of an event that does not take place, and tells whom it concerns: every holder, who is
    /// owed something, and whose order was still to be paid. All of it is locked.
    ///
    /// - Parameter note: why, on each ticket.
    func end(_ event: Event, note: String) throws -> (tickets: Int, notices: Int) {
        let payload = event.details.whereAndWhen
        let cause = "\(Work.endsCause(at: now))/\(try self.cause)"
        var notices = try notifyHolders(.eventCancelled, of: event, cause: cause, payload: payload)
        try changeOrders(of: event.number) { last in
            try connection.orders.end(of: event.number, after: last, limit: Work.ordersAtOnce, at: now)
        } tell: { change in
            guard let contact = change.after.buyer.contact else { return }
            let owed = change.after.refundLeft - change.before.refundLeft
            guard owed > 0 || change.before.status == .pending else { return }
            var payload = payload
            payload["order"] = "\(change.after.number)"
            if owed > 0 { payload["amount"] = change.after.money(owed)?.description }
            try notify(
                contact, owed > 0 ? .refundOwed : .orderCancelled, of: event.number, payload: payload,
                cause: "\(cause)/\(change.after.number)")
            notices += 1
        }
        try tellWebhooks(.cancelled, of: event.number, more: ["status": Ticket.Status.cancelled.rawValue]) { last in
            try connection.tickets.standing(of: event.number, after: last, limit: Work.ordersAtOnce)
        }
        let tickets = try connection.tickets.endAll(of: event.number, as: .cancelled, at: now, note: note)
        try connection.takenPlaces.clear(event.number)
        return (tickets, notices)
    }

    /// Undoes `end`. All that it had ended is locked.
    ///
    /// - Parameter moment: when it ended.
    func undoEnd(of event: Event, at moment: Instant) throws {
        try changeOrders(of: event.number) { last in
            try connection.orders.restore(
                of: event.number, ended: moment, after: last, limit: Work.ordersAtOnce, at: now)
        }
        try tellWebhooks(.issued, of: event.number, more: ["restored": "yes"]) { last in
            try connection.tickets.ended(of: event.number, at: moment, after: last, limit: Work.ordersAtOnce)
        }
        try connection.tickets.restoreAll(of: event.number, ended: moment)
        try connection.takenPlaces.recount(event.number)
        let cause = Work.endsCause(at: moment)
        let restored = "\(cause)/\(try self.cause)"
        for kind in [Notice.Kind.eventCancelled, .refundOwed, .orderCancelled] {
            try connection.notices.withdraw(kind, of: event.number, cause: cause)
            try connection.notices.queue(
                .eventRestored, cause: restored, toThoseTold: kind, ofCause: cause, event: event.number,
                payload: event.details.whereAndWhen, at: now)
        }
    }

    /// What the causes of all notices begin with that tell an end of that moment.
    private static func endsCause(at moment: Instant) -> String { "end at \(moment.milliseconds)" }

    private static let ordersAtOnce = 1000

    /// Changes orders some at a time, and writes each down.
    ///
    /// - Parameters:
    ///   - next: changes those behind one, and hands them over.
    ///   - tell: is handed each of them.
    private func changeOrders(
        of event: EventNumber, next: (OrderNumber?) throws -> [Orders.Change],
        tell: (Orders.Change) throws -> Void = { _ in }
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
            try changes.forEach(tell)
            last = end.after.number
        }
    }

    /// One notice to each address among the holders of an event's standing tickets and its guests, once for each cause.
    /// Returns how many.
    func notifyHolders(_ kind: Notice.Kind, of event: Event, cause: String, payload: AuditFields) throws -> Int {
        let holders = try connection.notices.queueToHolders(
            of: event.number, organizer: event.organizer, kind: kind, payload: payload, cause: cause, at: now)
        let guests = try connection.notices.queueToGuests(
            of: nil, event: event.number, organizer: event.organizer, kind: kind, payload: payload, cause: cause,
            at: now)
        return holders + guests
    }
}

extension EventDetails {
    /// What a notice says of the event.
    var whereAndWhen: AuditFields {
        auditFields.filter {
            ["title", "venue", "address", "city", "position", "doors", "start", "end", "timezone"].contains($0.key)
        }
    }
}
