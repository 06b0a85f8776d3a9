import Store
public import Ticketing

/// Cancellations and refunds that the server makes some seconds after a member requests them (`PendingChange`), so that
/// the member can still undo them. The desk uses them; the command line and the API cancel and refund at once.
///
/// A change is checked when it is scheduled, and again when it is made (`PendingChangePerformer`).
public struct PendingChangeService: Sendable {
    let services: ManagementServices

    /// Schedules the refund of tickets of a paid order.
    ///
    /// - Throws: the same errors as `OrderService.refund`; `SalesError.changePending` if another change of the order is
    ///   already scheduled.
    public func scheduleRefund(
        _ scope: RefundScope, ofOrder number: OrderNumber, of event: Event, note: String?
    ) throws -> PendingChange {
        let note = try ManagementServices.validated(note: note)
        return try services.perform(.refundOrder, on: event) { work in
            let codes = try work.refundableCodes(scope, ofOrder: number, of: event.number)
            for ticket in try work.connection.tickets.all(codes.map(\.serial), of: event.number)
            where !ticket.status.isActive {
                throw ManagementError.notIssued(ticket.code, ticket.status)
            }
            let tickets: [TicketCode]? = if case .all = scope { nil } else { codes }
            return try work.schedule(.refundOrder, [.order(number, tickets: tickets)], of: event, note: note)
        }
    }

    /// Schedules the cancellation of a pending order.
    ///
    /// - Throws: the same errors as `OrderService.cancelOrder`; `SalesError.changePending`.
    public func scheduleCancellation(
        ofOrder number: OrderNumber, of event: Event, note: String?
    ) throws -> PendingChange {
        let note = try ManagementServices.validated(note: note)
        return try services.perform(.cancelOrder, on: event) { work in
            _ = try work.cancellableOrder(number, of: event.number)
            return try work.schedule(.cancelOrder, [.order(number, tickets: nil)], of: event, note: note)
        }
    }

    /// Schedules the cancellation of an active ticket.
    ///
    /// - Throws: the same errors as `TicketService.cancel`; `SalesError.changePending`.
    public func scheduleCancellation(
        ofTicket code: TicketCode, of event: Event, note: String?
    ) throws -> PendingChange {
        let note = try ManagementServices.validated(note: note)
        return try services.perform(.cancelTicket, on: event) { work in
            guard let ticket = try work.connection.tickets.locked(serial: code.serial, of: event.number) else {
                throw ManagementError.unknownTicket(code)
            }
            guard ticket.status.isActive else { throw ManagementError.notIssued(code, ticket.status) }
            return try work.schedule(.cancelTicket, [.ticket(code)], of: event, note: note)
        }
    }

    /// Schedules the cancellation of a published event. Until the server makes the cancellation, the event stays
    /// unchanged, and tickets can be sold.
    ///
    /// - Throws: the same errors as `EventService.cancelEvent`; `SalesError.changePending` if another member has
    ///   scheduled the cancellation; `ManagementError.tooManyRecipients` if the number of recipients must be confirmed
    ///   first (`allowingMessages`).
    public func scheduleCancellation(of event: Event) throws -> PendingChange {
        try services.authorize(.cancelEvent, on: event)
        let recipients = try services.notices.recipientsOfEnd(of: event)
        try services.requireAllowance(
            forMessagesTo: recipients.people, phones: recipients.bySMS, .cancelEvent, on: event)
        return try services.perform(.cancelEvent, on: event) { work in
            let current = try work.locked(event)
            guard current.status == .published else { throw ManagementError.notPublished(current.status) }
            return try work.schedule(.cancelEvent, [.event], of: event, note: nil)
        }
    }

    /// Schedules the changes of a plan for several orders or tickets, as one change. Orders and tickets that already
    /// have a pending change are left out.
    ///
    /// - Returns: nil if the plan has nothing to change.
    /// - Throws: `ManagementError.tooManyRecipients` if the number of recipients must be confirmed first
    ///   (`allowingMessages`).
    public func schedule(_ plan: BulkPlan, of event: Event, note: String?) throws -> PendingChange? {
        let note = try ManagementServices.validated(note: note)
        try services.authorize(plan.action.operation, on: event)
        try services.requireAllowance(
            forMessagesTo: plan.recipientCount.people, phones: plan.recipientCount.bySMS, plan.action.operation,
            on: event)
        var random = SystemRandomNumberGenerator()
        let id = PendingChangeID.random(using: &random)
        return try services.perform(plan.action.operation, on: event) { work in
            // If the connection breaks at the commit, this work runs a second time. The first run may have stored the
            // change already.
            if let known = try work.connection.pendingChanges.with(id: id) { return known }
            let free = try plan.subjects.filter {
                try work.connection.pendingChanges.with($0, of: event.number) == nil
            }
            return try free.isEmpty ? nil : work.schedule(plan.action, free, of: event, note: note, id: id)
        }
    }

    /// Undoes a pending change. Every member who may make the change may also undo it.
    ///
    /// - Throws: `SalesError.changeMade` if the change has been made or undone, or is being made.
    public func undo(_ id: PendingChangeID, of event: Event) throws -> PendingChange {
        let known = try services.read(.showEvent, on: event) { try $0.pendingChanges.with(id: id) }
        guard let known, known.event == event.number else { throw SalesError.changeMade }
        return try services.perform(known.action.operation, on: event) { work in
            guard try work.connection.pendingChanges.undo(id) else { throw SalesError.changeMade }
            return known
        }
    }

    /// The pending change of an order; nil if there is none.
    public func change(ofOrder number: OrderNumber, of event: Event) throws -> PendingChange? {
        try services.read(.showOrders, on: event) {
            try $0.pendingChanges.with(.order(number, tickets: nil), of: event.number)?.change
        }
    }

    /// The pending change that concerns a ticket: the change of the ticket itself or, if the ticket is active, a change
    /// of its order that refunds or cancels the ticket. Nil if there is no such change.
    public func change(ofTicket ticket: Ticket, of event: Event) throws -> PendingChange? {
        try services.read(.showTickets, on: event) {
            try $0.pendingChanges.change(ofTicket: ticket, at: event.number)
        }
    }

    /// The pending cancellation of an event; nil if there is none.
    public func cancellation(of event: Event) throws -> PendingChange? {
        try services.read(.showEvent, on: event) { try $0.pendingChanges.with(.event, of: event.number)?.change }
    }

    /// The pending change with an id; nil if it has been made or undone.
    public func change(_ id: PendingChangeID, of event: Event) throws -> PendingChange? {
        try services.read(.showEvent, on: event) { connection in
            try connection.pendingChanges.with(id: id).flatMap { $0.event == event.number ? $0 : nil }
        }
    }

    /// The latest dropped change of an order; nil if no change of the order was dropped lately.
    public func lastDrop(ofOrder number: OrderNumber, of event: Event) throws -> DroppedChange? {
        try services.read(.showOrders, on: event) {
            try $0.lastDrop(at: event.number) { $0 == .order(number, tickets: nil) }
        }
    }

    /// The latest dropped change of a ticket or of the ticket's order; nil if no such change was dropped lately.
    public func lastDrop(ofTicket ticket: Ticket, of event: Event) throws -> DroppedChange? {
        let order = ticket.sale.map { PendingChange.Subject.order($0.order, tickets: nil) }
        return try services.read(.showTickets, on: event) {
            try $0.lastDrop(at: event.number) { $0 == .ticket(ticket.code) || $0 == order }
        }
    }

    /// The latest dropped cancellation of an event; nil if no cancellation was dropped lately.
    public func lastDrop(of event: Event) throws -> DroppedChange? {
        try services.read(.showEvent, on: event) { try $0.lastDrop(at: event.number) { $0 == .event } }
    }

    /// The actions of the pending changes that concern tickets (`change(ofTicket:of:)`). Tickets that no pending change
    /// concerns are left out.
    public func actions(ofTickets tickets: [Ticket], of event: Event) throws -> [Serial: PendingChange.Action] {
        try services.read(.showTickets, on: event) {
            try $0.pendingChanges.actions(ofTickets: tickets, at: event.number)
        }
    }

    /// The effects of the pending changes of orders (`PendingChange.Action.effect`). Orders without a pending change
    /// are left out.
    public func effects(of numbers: [OrderNumber], of event: Event) throws -> [OrderNumber: PendingChange.Action] {
        try services.read(.showOrders, on: event) { connection in
            var effects: [OrderNumber: PendingChange.Action] = [:]
            for (subject, action) in try connection.pendingChanges.actions(of: numbers, at: event.number) {
                guard case .order(let number, _) = subject else { continue }
                let tickets = try connection.affectedTickets(by: subject, at: event.number)
                effects[number] = action.effect(onActive: tickets.filter(\.status.isActive))
            }
            return effects
        }
    }

    /// The effect of a whole pending change (`PendingChange.Action.effect`); nil if all orders of a refund have been
    /// refunded or dropped. Reads the tickets of the change's orders up to the first ticket for which money was paid.
    public func effect(of change: PendingChange, at event: Event) throws -> PendingChange.Action? {
        let action = change.action
        guard action == .refundOrder else { return action }
        return try services.read(.showEvent, on: event) { connection in
            guard change.event == event.number else { return nil }
            let subjects = try connection.pendingChanges.subjects(of: change.id, limit: BulkPlan.limit)
            for subject in subjects {
                let tickets = try connection.affectedTickets(by: subject, at: event.number)
                if action.effect(onActive: tickets.filter(\.status.isActive)) == action { return action }
            }
            return subjects.isEmpty ? nil : action.effect(onActive: [])
        }
    }
}

extension StoreConnection {
    /// The tickets that a pending change of an order or ticket refunds or cancels if they are active. Empty for an
    /// event.
    func affectedTickets(by subject: PendingChange.Subject, at event: EventNumber) throws -> [Ticket] {
        switch subject {
        case .order(let number, tickets: nil): try tickets.all(of: number, of: event)
        case .order(_, tickets: let codes?): try tickets.all(codes.map(\.serial), of: event)
        case .ticket(let code): try tickets.all([code.serial], of: event)
        case .event: []
        }
    }

    /// The latest dropped change whose order, ticket or event meets a condition; nil if there is none among the last
    /// `BulkPlan.limit` records about the event. One change of several orders adds at most this many records.
    fileprivate func lastDrop(
        at event: EventNumber, where isIncluded: (PendingChange.Subject) -> Bool
    ) throws -> DroppedChange? {
        let records = try audit.lastRecords(
            of: Operation.dropChange.rawValue, at: event, subject: .event, among: BulkPlan.limit)
        for record in records {
            if let dropped = DroppedChange(record), isIncluded(dropped.subject) { return dropped }
        }
        return nil
    }
}

extension PendingChange.Action {
    /// The operation that is recorded when the change is made. This operation also determines the right that the change
    /// requires.
    public var operation: Operation {
        switch self {
        case .refundOrder: .refundOrder
        case .cancelOrder: .cancelOrder
        case .cancelTicket: .cancelTicket
        case .cancelEvent: .cancelEvent
        }
    }
}

extension UnitOfWork {
    /// Stores a change, which the server makes `PendingChange.delaySeconds` after now. If the same user has already
    /// scheduled the same change of one order or ticket or of the event, returns that change.
    ///
    /// - Parameter id: the id of the change; nil for a random id.
    /// - Throws: `SalesError.changePending` if one of the orders or tickets, or the event, already has another pending
    ///   change.
    fileprivate func schedule(
        _ action: PendingChange.Action, _ subjects: [PendingChange.Subject], of event: Event, note: String?,
        id: PendingChangeID? = nil
    ) throws -> PendingChange {
        if subjects.count == 1, let known = try connection.pendingChanges.with(subjects[0], of: event.number),
            known.subject == subjects[0], known.change.action == action, known.change.user == user
        {
            return known.change
        }
        var random = SystemRandomNumberGenerator()
        let change = PendingChange(
            id: id ?? .random(using: &random), event: event.number, organizer: event.organizer, user: user,
            action: action, note: note, created: now, due: now.advanced(bySeconds: PendingChange.delaySeconds))
        guard try connection.pendingChanges.add(change, subjects) else { throw SalesError.changePending }
        return change
    }
}
