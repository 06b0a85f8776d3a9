import Store
public import Ticketing

/// The result of cancelling or deleting an event.
public struct EventEndResult: Sendable {
    public let event: Event
    /// The number of tickets that were cancelled with the event.
    public let tickets: Int
    /// The number of notices that were queued.
    public let notices: Int
    /// The number of these notices that can be sent. The other notices are for addresses that get no messages.
    public let deliverable: Int

    /// Whether any tickets were cancelled or any notices were queued.
    public var concernsPeople: Bool { tickets > 0 || notices > 0 }
}

/// The result of restoring a deleted event.
public struct EventRestoration: Sendable {
    public let event: Event
    /// The number of queued notices.
    public let notices: Int
    /// The number of these notices that can be sent. The other notices are for addresses that get no messages.
    public let deliverable: Int
}

extension EventService {
    /// Cancels a published event: cancels its tickets, notifies the holders and guests, and records that the buyers are
    /// owed refunds.
    public func cancelEvent(_ event: Event) throws -> EventEndResult {
        try services.perform(.cancelEvent, on: event) { try $0.cancelEvent(event) }
    }

    /// Whether an event may be deleted, and the confirmation that the user must give before it is deleted.
    public func deletionRule(of event: Event) throws -> DeletionRule {
        let now = services.now()
        return try services.read(.showEvent, on: event) { connection in
            event.deletionRule(sold: try connection.tickets.activeCount(of: event.number), now: now)
        }
    }

    /// Deletes an event: hides it from lists, cancels its tickets, and notifies the holders and guests. The event can
    /// be restored for 30 days. If the event has taken place or was cancelled before, its tickets stay unchanged,
    /// nobody is notified, and no further refund is owed.
    ///
    /// - Throws: `ManagementError.eventOngoing` during the event.
    public func deleteEvent(_ event: Event) throws -> EventEndResult {
        try services.perform(.deleteEvent, on: event) { work in
            try work.end(event, note: "event deleted") { current in
                let sold = try work.connection.tickets.activeCount(of: event.number)
                guard current.deletionRule(sold: sold, now: work.now) != .refusedWhileOngoing else {
                    throw ManagementError.eventOngoing(event.number)
                }
                current.deleted = work.now
            }
        }
    }

    /// Restores a deleted event with its tickets and orders, but not its reservations. Withdraws the notices about the
    /// deletion that were not sent yet. For each notice that was already sent, queues a notice that the event takes
    /// place after all.
    ///
    /// - Throws: `ManagementError.notDeleted`; `notRestorable` after 30 days.
    public func restoreEvent(_ event: Event) throws -> EventRestoration {
        try services.perform(.restoreEvent, on: event) { work in
            try work.lockAll(of: event.number)
            guard let former = try work.connection.events.locked(number: event.number), let deleted = former.deleted
            else { throw ManagementError.notDeleted }
            guard former.isRestorable(at: work.now) else { throw ManagementError.notRestorable(since: deleted) }
            var current = former
            current.deleted = nil
            var deliverable = 0
            try work.updateStatus(former, as: current) {
                // An event that was cancelled before it was deleted stays cancelled.
                guard current.status != .cancelled else { return }
                deliverable = try work.restoreTicketsAndOrders(of: current, at: deleted)
            }
            return EventRestoration(event: current, notices: work.queuedMessages.count, deliverable: deliverable)
        }
    }
}

extension UnitOfWork {
    /// Cancels a published event (`EventService.cancelEvent`). Locks the event with its orders and tickets.
    func cancelEvent(_ event: Event) throws -> EventEndResult {
        try end(event, note: "event cancelled") { current in
            guard current.status == .published else { throw ManagementError.notPublished(current.status) }
            current.status = .cancelled
            current.cancelled = now
        }
    }

    /// - Parameters:
    ///   - note: the reason that is stored on each ticket.
    ///   - alter: changes the state of the event, or throws an error if the event must not be cancelled or deleted.
    fileprivate func end(
        _ event: Event, note: String, _ alter: (inout Event) throws -> Void
    ) throws -> EventEndResult {
        try lockAll(of: event.number)
        let former = try locked(event)
        var current = former
        try alter(&current)
        var (tickets, notices, deliverable) = (0, 0, 0)
        try updateStatus(former, as: current) {
            let phase = former.phase(at: now)
            guard phase != .completed, phase != .cancelled else { return }
            (tickets, notices, deliverable) = try endTicketsAndOrders(current, note: note)
        }
        return EventEndResult(event: current, tickets: tickets, notices: notices, deliverable: deliverable)
    }
}
