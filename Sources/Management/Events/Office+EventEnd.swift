import Store
public import Ticketing

/// What the end of an event came to.
public struct EventEnd: Sendable {
    public let event: Event
    /// The tickets that were cancelled with it.
    public let tickets: Int
    /// The notices that were queued.
    public let notices: Int
}

extension Office {
    /// Cancels a published event: its tickets are cancelled, its holders told, and what was paid is owed.
    public func cancelEvent(_ event: Event) throws -> EventEnd {
        try end(.cancelEvent, event, note: "event cancelled") { work, current in
            guard current.status == .published else {
                throw ManagementError.notPublished(current.status)
            }
            current.status = .cancelled
            current.cancelled = work.now
        }
    }

    /// Whether an event may be deleted, and what is to be asked first.
    public func deletion(of event: Event) throws -> DeletionRule {
        let now = now()
        return try look(.showEvent, on: event) { connection in
            event.deletion(sold: try connection.tickets.standing(of: event.number), now: now)
        }
    }

    /// Deletes an event: it is hidden from lists, its tickets are cancelled, its holders told; restorable for 30 days.
    /// Of one that took place the tickets stay as they are, and nothing is owed.
    ///
    /// - Throws: `ManagementError.ongoing` while it goes on.
    public func deleteEvent(_ event: Event) throws -> EventEnd {
        try end(.deleteEvent, event, note: "event deleted") { work, current in
            let sold = try work.connection.tickets.standing(of: event.number)
            guard current.deletion(sold: sold, now: work.now) != .refusedWhileOngoing else {
                throw ManagementError.ongoing(event.number)
            }
            current.deleted = work.now
        }
    }

    /// Brings a deleted event back, with its tickets and orders as they were, but for holds. The notices of its end that
    /// were not sent yet are withdrawn; who was sent one is told that the event takes place.
    ///
    /// - Throws: `ManagementError.notDeleted`, or `notRestorable` after 30 days.
    public func restoreEvent(_ event: Event) throws -> Event {
        try perform(.restoreEvent, on: event) { work in
            try work.lockAll(of: event.number)
            guard let former = try work.connection.events.locked(number: event.number), let deleted = former.deleted
            else { throw ManagementError.notDeleted }
            guard former.isRestorable(at: work.now) else { throw ManagementError.notRestorable(since: deleted) }
            var current = former
            current.deleted = nil
            try work.write(former, as: current) {
                // What was cancelled before it was deleted stays so.
                guard current.status != .cancelled else { return }
                try work.undoEnd(of: current, at: deleted)
            }
            return current
        }
    }

    private func end(
        _ operation: Operation, _ event: Event, note: String, _ alter: (Work, inout Event) throws -> Void
    ) throws -> EventEnd {
        try perform(operation, on: event) { work in
            try work.lockAll(of: event.number)
            let former = try work.locked(event)
            var current = former
            try alter(work, &current)
            var (tickets, notices) = (0, 0)
            try work.write(former, as: current) {
                let phase = former.phase(at: work.now)
                guard phase != .completed, phase != .cancelled else { return }
                (tickets, notices) = try work.end(current, note: note)
            }
            return EventEnd(event: current, tickets: tickets, notices: notices)
        }
    }
}
