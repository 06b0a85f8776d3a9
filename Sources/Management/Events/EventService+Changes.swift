import Store
public import Ticketing

/// The result of editing an event.
public struct EventEditResult: Sendable {
    public let before: EventDetails
    public let event: Event
    /// The number of the event's active tickets.
    public let sold: Int
    /// The number of notices that were queued for holders.
    public let notices: Int
}

extension EventService {
    /// Changes an event's details. Notifies the ticket holders if the event's time or place changes.
    ///
    /// - Throws: `ManagementError.invalid` with all faults; `notPublishable` if a published event would lack required
    ///   details; `capacityBelowSold` if the new capacity is less than the number of people with tickets or
    ///   reservations.
    public func edit(_ event: Event, _ alter: (inout EventDetails) throws -> Void) throws -> EventEditResult {
        var edit: EventEditResult?
        try services.perform(.editEvent, on: event) { work in
            _ = try change(try work.lockedWithTicketTypes(event), work) { current in
                edit = try self.edit(&current, work, alter)
            }
        }
        guard let edit else { throw ManagementError.unknownEvent(event.slug, known: []) }
        services.queueToAudiences()
        return edit
    }

    /// Moves several events of one organizer to other times. The times of their sub-events and ticket types move with
    /// them.
    ///
    /// - Parameters:
    ///   - events: the events. An event that occurs twice in the list is moved once.
    ///   - effect: whether to write the changes or only to preview them.
    /// - Returns: the result for each event, in the order in which the events first occur in the list.
    public func shift(_ events: [Event], by shift: TimeShift, effect: WriteMode = .commit) throws -> [EventEditResult] {
        guard let organizer = events.first?.organizer, events.allSatisfy({ $0.organizer == organizer }) else {
            throw ManagementError.multipleOrganizers
        }
        let edits = try withWriteMode(effect) { effect in
            try services.perform(.shiftEvents, in: organizer) { work in
                var moved: Set<EventNumber> = []
                let edits = try events.filter { moved.insert($0.number).inserted }.map { event in
                    var edit: EventEditResult?
                    _ = try change(try work.lockedWithTicketTypes(event), work) { current in
                        edit = try self.edit(&current, work) { $0 = $0.shifted(by: shift) }
                        for type in try work.connection.ticketTypes.all(of: current.number) {
                            var moved = type
                            moved.details.shift(by: shift, in: current.details.timeZone)
                            try TicketTypeService.throwFaults(moved.details.timeFaults.map { .limit($0) })
                            guard moved != type, try work.connection.ticketTypes.update(moved) else { continue }
                            try work.record(
                                AuditSubject(.type, type.number), of: current.number, before: type.auditFields,
                                after: moved.auditFields)
                        }
                        for subEvent in try work.connection.subEvents.all(of: current.number) {
                            var moved = subEvent
                            moved.details.shift(by: shift, in: current.details.timeZone)
                            try SubEventService.throwFaults(moved.details.timeFaults.map { .limit($0) })
                            // The guests get no notice about the sub-event, since they get a notice about the event.
                            try work.update(subEvent, to: moved, of: current)
                        }
                    }
                    guard let edit else { throw ManagementError.unknownEvent(event.slug, known: []) }
                    return edit
                }
                return try effect(edits)
            }
        }
        services.queueToAudiences()
        return edits
    }

    private func edit(
        _ current: inout Event, _ work: UnitOfWork, _ alter: (inout EventDetails) throws -> Void
    ) throws -> EventEditResult {
        let before = current.details
        try alter(&current.details)
        // Earlier versions of the program accepted posters that are not web addresses, and times in the wrong order. An
        // event can still have such a fault. The fault is reported only if the edit changes the faulty values.
        let known = before.reversedTimes
        let faults =
            current.details.faults.filter { $0.field != "poster" || current.details.poster != before.poster }
            + current.details.reversedTimes.filter { !known.contains($0) }
        guard faults.isEmpty else { throw ManagementError.invalid(faults) }
        if current.status == .published, !current.details.completenessFaults.isEmpty {
            throw ManagementError.notPublishable(current.details.completenessFaults)
        }
        // The end of a published event cannot be moved into the past, since that would end the event.
        if current.status == .published, current.details.end != before.end, let end = current.details.end,
            end <= work.now
        {
            throw ManagementError.notPublishable([.inThePast])
        }
        guard try work.connection.events.update(current.details, of: current.number) else {
            throw ManagementError.capacityBelowSold(
                asked: current.details.capacity ?? 0,
                sold: try work.connection.events.people(at: current.number)
                    + work.connection.events.reservedPeople(at: current.number))
        }
        if before.insideLimit != current.details.insideLimit { try work.resetOccupancy(of: current.number) }
        let sold = try work.connection.tickets.activeCount(of: current.number)
        let notifiesHolders =
            current.editNeedsWarning(sold: sold, now: work.now) && before.changesTimeOrVenue(to: current.details)
        let notices =
            notifiesHolders
            ? try work.notifyOfMove(
                current, payload: current.details.noticeFields.merging(before.oldNoticeFields) { $1 }) : 0
        return EventEditResult(before: before, event: current, sold: sold, notices: notices)
    }

    /// Creates a draft from an event, with a new number and the same ticket types and sub-events, but without tickets
    /// and guests.
    ///
    /// - Parameter shift: how far to move all times; nil keeps the times.
    public func duplicate(_ event: Event, titled title: String?, by shift: TimeShift?) throws -> Event {
        try services.perform(.duplicateEvent, on: event) { work in
            let original = try work.connection.events.with(number: event.number)?.details ?? event.details
            var details = shift.map { original.shifted(by: $0) } ?? original
            details.title = title ?? details.title
            let faults = details.faults.filter { $0.field != "poster" }
            guard faults.isEmpty else { throw ManagementError.invalid(faults) }
            let copy = try insertDraft(details, suite: event.suite, of: event.organizer, work)
            for type in try work.connection.ticketTypes.all(of: event.number) {
                guard let number = try work.connection.ticketTypes.nextNumber(of: copy.number) else {
                    throw ManagementError.tooManyTypes
                }
                var added = TicketType(event: copy.number, number: number, details: type.details)
                if let shift { added.details.shift(by: shift, in: details.timeZone) }
                try TicketTypeService.throwFaults(added.details.timeFaults.map { .limit($0) })
                guard try work.connection.ticketTypes.insert(added) else { throw ManagementError.nameTaken(type.name) }
                try work.record(AuditSubject(.type, number), of: copy.number, after: added.auditFields)
            }
            for subEvent in try work.connection.subEvents.all(of: event.number) {
                var details = subEvent.details
                if let shift { details.shift(by: shift, in: original.timeZone) }
                try SubEventService.throwFaults(details.timeFaults.map { .limit($0) })
                let number = try work.connection.subEvents.nextNumber(of: copy.number)
                let added = SubEvent(event: copy.number, number: number, details: details)
                guard try work.connection.subEvents.insert(added) else {
                    throw ManagementError.nameTaken(subEvent.name)
                }
                try work.record(AuditSubject(.subEvent, number), of: copy.number, after: details.auditFields)
            }
            return copy
        }
    }

    /// The audit records of the event itself, in the order in which they were written.
    public func history(of event: Event) throws -> [AuditRecord] {
        try services.read(.showHistory, on: event) { connection in
            try connection.audit.all(of: event.number, kind: .event)
        }
    }

    /// Changes an event that is not deleted, and records the change.
    func change(_ operation: Operation, _ event: Event, _ alter: (UnitOfWork, inout Event) throws -> Void) throws
        -> Event
    {
        try services.perform(operation, on: event) { work in
            try change(try work.locked(event), work) { try alter(work, &$0) }
        }
    }

    /// Changes an event, and records the change.
    ///
    /// - Parameter event: the event, which must be locked.
    private func change(_ event: Event, _ work: UnitOfWork, _ alter: (inout Event) throws -> Void) throws -> Event {
        var current = event
        let before = current.auditFields
        try alter(&current)
        try work.connection.events.updateStatus(of: current)
        try work.record(
            AuditSubject(.event, event.number), of: event.number, before: before, after: current.auditFields)
        return current
    }
}

extension UnitOfWork {
    /// Waits until no gate is deciding on the event's tickets, and discards the stored number of people inside. At the
    /// next decision, a gate counts the people inside again.
    fileprivate func resetOccupancy(of event: EventNumber) throws {
        try connection.tickets.lock(of: event)
        try connection.occupancy.invalidate(event)
    }
}
