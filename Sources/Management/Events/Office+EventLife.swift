import Store
public import Ticketing

/// What an edit of an event came to.
public struct EventEdit: Sendable {
    public let event: Event
    /// The tickets that stand.
    public let sold: Int
    /// The holders who are to be told.
    public let notices: Int
}

/// What the end of an event came to.
public struct EventEnd: Sendable {
    public let event: Event
    /// The tickets that were cancelled with it.
    public let tickets: Int
    /// The notices that were queued.
    public let notices: Int
}

extension Office {
    /// Changes an event's details. Its holders are told once when the time or the place is another.
    ///
    /// - Throws: `ManagementError.invalid` with every fault; `notPublishable` when a published event would lack what it
    ///   needs; `capacityBelowSold`.
    public func edit(_ event: Event, _ alter: (inout EventDetails) throws -> Void) throws -> EventEdit {
        var edit: EventEdit?
        _ = try change(.editEvent, event) { work, current in
            edit = try self.edit(&current, work, alter)
        }
        guard let edit else { throw ManagementError.unknownEvent(event.slug, known: []) }
        return edit
    }

    /// Moves many events of one organizer at once, with their functions, and with what their types say of times.
    public func shift(_ events: [Event], by shift: TimeShift) throws -> [EventEdit] {
        guard let organizer = events.first?.organizer, events.allSatisfy({ $0.organizer == organizer }) else {
            throw ManagementError.severalOrganizers
        }
        return try perform(.shiftEvents, in: organizer) { work in
            try events.map { event in
                var edit: EventEdit?
                _ = try change(event, work) { current in
                    edit = try self.edit(&current, work) { $0 = $0.shifted(by: shift) }
                    for type in try work.connection.ticketTypes.all(of: current.number) {
                        var moved = type
                        moved.details.move(by: shift, in: current.details.timeZone)
                        guard moved != type, try work.connection.ticketTypes.update(moved) else { continue }
                        try work.record(
                            AuditSubject(.type, type.number), of: current.number, before: type.auditFields,
                            after: moved.auditFields)
                    }
                    for function in try work.connection.functions.all(of: current.number) {
                        var moved = function
                        moved.details.move(by: shift, in: current.details.timeZone)
                        // Its guests are told that the event moves.
                        try work.rewrite(function, to: moved, of: current)
                    }
                }
                guard let edit else { throw ManagementError.unknownEvent(event.slug, known: []) }
                return edit
            }
        }
    }

    private func edit(
        _ current: inout Event, _ work: Work, _ alter: (inout EventDetails) throws -> Void
    ) throws -> EventEdit {
        let before = current.details
        try alter(&current.details)
        let faults = current.details.faults
        guard faults.isEmpty else { throw ManagementError.invalid(faults) }
        if current.status == .published, !current.details.incompleteness.isEmpty {
            throw ManagementError.notPublishable(current.details.incompleteness)
        }
        // Nobody ends what is sold by moving it into the past.
        if current.status == .published, current.details.end != before.end, let end = current.details.end,
            end <= work.now
        {
            throw ManagementError.notPublishable([.inThePast])
        }
        try work.stock(of: current.number).endExpiredHolds()
        guard try work.connection.events.update(current.details, of: current.number) else {
            throw ManagementError.capacityBelowSold(
                asked: current.details.capacity ?? 0,
                sold: try work.connection.events.people(at: current.number)
                    + work.connection.events.held(at: current.number))
        }
        let sold = try work.connection.tickets.standing(of: current.number)
        let tells = current.editWarns(sold: sold, now: work.now) && before.moves(to: current.details)
        let notices =
            tells
            ? try work.notifyHolders(
                .eventMoved, of: current, cause: "\(work.now.milliseconds)", payload: current.details.whereAndWhen) : 0
        return EventEdit(event: current, sold: sold, notices: notices)
    }

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
        try end(.deleteEvent, event, note: Office.deletedNote) { work, current in
            let sold = try work.connection.tickets.standing(of: event.number)
            guard current.deletion(sold: sold, now: work.now) != .refusedWhileOngoing else {
                throw ManagementError.ongoing(event.number)
            }
            current.deleted = work.now
        }
    }

    private static let deletedNote = "event deleted"

    /// What the notices of an event's end have in their keys: each end is told, a second deletion too.
    private static func cause(ofEndAt moment: Instant) -> String { "end at \(moment.milliseconds)" }

    /// Brings a deleted event back, with the tickets that its deletion had cancelled. The notices of its end that were not
    /// sent yet are withdrawn; who was sent one is told that the event takes place.
    public func restoreEvent(_ event: Event) throws -> Event {
        try perform(.restoreEvent, on: event) { work in
            guard var current = try work.connection.events.locked(number: event.number), let deleted = current.deleted
            else { throw ManagementError.notDeleted }
            guard current.isRestorable(at: work.now) else { throw ManagementError.notRestorable(since: deleted) }
            let before = current.auditFields
            current.deleted = nil
            try work.connection.orders.restoreAll(of: event.number, ended: deleted, note: Office.deletedNote)
            _ = try work.connection.tickets.restoreAll(of: event.number, ended: deleted, note: Office.deletedNote)
            try work.connection.takenPlaces.recount(event.number)
            for kind in [Notice.Kind.eventCancelled, .refundOwed] {
                let cause = Office.cause(ofEndAt: deleted)
                try work.connection.notices.withdraw(kind, of: event.number, cause: cause)
                try work.connection.notices.queue(
                    .eventRestored, toThoseTold: kind, of: event.number, payload: current.details.whereAndWhen,
                    cause: cause, at: work.now)
            }
            try work.connection.events.updateStatus(of: current)
            try work.record(
                AuditSubject(.event, event.number), of: event.number, before: before, after: current.auditFields)
            return current
        }
    }

    /// Makes a draft like an event, with a number of its own, the same ticket types and functions, and neither tickets
    /// nor guests.
    ///
    /// - Parameter shift: how much later it is.
    public func duplicate(_ event: Event, titled title: String?, by shift: TimeShift?) throws -> Event {
        try perform(.duplicateEvent, on: event) { work in
            let original = try work.connection.events.with(number: event.number)?.details ?? event.details
            var details = shift.map { original.shifted(by: $0) } ?? original
            details.title = title ?? details.title
            let faults = details.faults
            guard faults.isEmpty else { throw ManagementError.invalid(faults) }
            let copy = try insertDraft(details, suite: event.suite, of: event.organizer, work)
            for type in try work.connection.ticketTypes.all(of: event.number) {
                var added = TicketType(event: copy.number, number: type.number, details: type.details)
                if let shift { added.details.move(by: shift, in: details.timeZone) }
                guard try work.connection.ticketTypes.insert(added) else { throw ManagementError.nameTaken(type.name) }
                try work.record(AuditSubject(.type, type.number), of: copy.number, after: added.auditFields)
            }
            for function in try work.connection.functions.all(of: event.number) {
                var details = function.details
                if let shift { details.move(by: shift, in: original.timeZone) }
                let number = try work.connection.functions.nextNumber(of: copy.number)
                let added = EventFunction(event: copy.number, number: number, details: details)
                guard try work.connection.functions.insert(added) else {
                    throw ManagementError.nameTaken(function.name)
                }
                try work.record(AuditSubject(.function, number), of: copy.number, after: details.auditFields)
            }
            return copy
        }
    }

    /// The changes made to an event itself, in order.
    public func history(of event: Event) throws -> [AuditRecord] {
        try look(.showHistory, on: event) { connection in
            try connection.audit.all(of: event.number, kind: .event)
        }
    }

    private func end(
        _ operation: Operation, _ event: Event, note: String, _ alter: (Work, inout Event) throws -> Void
    ) throws -> EventEnd {
        var end: EventEnd?
        _ = try change(operation, event) { work, current in
            let phase = current.phase(at: work.now)
            try alter(work, &current)
            guard phase != .completed, phase != .cancelled else {
                end = EventEnd(event: current, tickets: 0, notices: 0)
                return
            }
            let payload = current.details.whereAndWhen
            let cause = Office.cause(ofEndAt: work.now)
            let told = try work.notifyHolders(.eventCancelled, of: current, cause: cause, payload: payload)
            let owed = try work.endOrders(of: current, payload: payload, cause: cause)
            let tickets = try work.connection.tickets.endAll(
                of: current.number, as: .cancelled, at: work.now, note: note)
            try work.connection.takenPlaces.clear(current.number)
            end = EventEnd(event: current, tickets: tickets, notices: told + owed)
        }
        guard let end else { throw ManagementError.unknownEvent(event.slug, known: []) }
        return end
    }

    /// Changes one event that is not deleted, and writes that down.
    func change(_ operation: Operation, _ event: Event, _ alter: (Work, inout Event) throws -> Void) throws -> Event {
        try perform(operation, on: event) { work in
            try change(event, work) { try alter(work, &$0) }
        }
    }

    private func change(_ event: Event, _ work: Work, _ alter: (inout Event) throws -> Void) throws -> Event {
        var current = try work.locked(event)
        let before = current.auditFields
        try alter(&current)
        try work.connection.events.updateStatus(of: current)
        try work.record(
            AuditSubject(.event, event.number), of: event.number, before: before, after: current.auditFields)
        return current
    }
}

extension EventDetails {
    /// What a notice says of the event.
    fileprivate var whereAndWhen: AuditFields {
        auditFields.filter {
            ["title", "venue", "address", "city", "doors", "start", "end", "timezone"].contains($0.key)
        }
    }
}

extension Work {
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
