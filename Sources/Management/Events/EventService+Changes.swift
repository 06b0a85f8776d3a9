import Languages
import Store
public import Ticketing

/// The result of editing an event.
public struct EventEditResult: Sendable {
    public let before: EventDetails
    public let event: Event
    /// The number of the event's active tickets.
    public let sold: Int
    /// The number of notices that were queued for holders and guests, because the time or the place has changed.
    public let movedNotices: Int
    /// The unpaid reservations that end earlier because of the edit.
    public let shortened: ShortenedReservations
    /// Whether holders and guests are notified of the edit.
    public let notifiesHolders: Bool

    /// The number of all notices that were queued.
    public var notices: Int { movedNotices + shortened.notices }
}

extension EventService {
    /// Changes an event's details. Notifies the ticket holders and guests if the time or the place of a published event
    /// with active tickets changes, unless the event is over. If unpaid reservations end earlier because of the change,
    /// notifies their buyers.
    ///
    /// - Throws: `ManagementError.invalid` with all faults, for example if the payment deadline of a published event is
    ///   moved into the past, or if the event is ongoing and a locked field changes (`Event.lockedFields(at:)`);
    ///   `notPublishable` if a published event would lack required details; `capacityBelowSold` if the new capacity is
    ///   less than the number of people with tickets or reservations.
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
    /// them. If one of the events is ongoing, nothing is moved, because its start is locked.
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
                let edits: [EventEditResult] = try inLockOrder(events) { event in
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

    /// Changes the details of one event, and queues the notices of the change.
    ///
    /// - Parameter current: the event, which must be locked with its ticket types.
    func edit(
        _ current: inout Event, _ work: UnitOfWork, _ alter: (inout EventDetails) throws -> Void
    ) throws -> EventEditResult {
        let former = current
        let before = former.details
        try alter(&current.details)
        // Earlier versions of the program accepted times in the wrong order. Such a fault is reported only if the edit
        // changes the faulty times.
        let known = before.reversedTimes
        let faults =
            current.details.faults + current.details.reversedTimes.filter { !known.contains($0) }
            + former.lockFaults(changingTo: current.details, at: work.now)
        guard faults.isEmpty else { throw ManagementError.invalid(faults) }
        if current.status == .published, !current.details.completenessFaults.isEmpty {
            throw ManagementError.notPublishable(current.details.completenessFaults)
        }
        // The end of a published event cannot be moved into the past, because the event would then be over.
        if current.status == .published, current.details.end != before.end, let end = current.details.end,
            end <= work.now
        {
            throw ManagementError.notPublishable([.inThePast])
        }
        // A payment deadline in the past would end the unpaid reservations at once. But if the deadline before the edit
        // is also in the past, these reservations have already ended.
        if current.status == .published, let deadline = current.details.payBy, deadline <= work.now,
            before.payBy.map({ $0 > work.now }) ?? true
        {
            throw ManagementError.invalid([FieldFault("pay_by", FaultSentence.payByInFuture)])
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
        return EventEditResult(
            before: before, event: current, sold: sold, movedNotices: notices,
            shortened: try work.notifyOfEarlierExpiry(current, since: former), notifiesHolders: notifiesHolders)
    }

    /// Creates a draft from an event, with a new number and the same ticket types, sub-events and landmarks of gates,
    /// but without tickets, guests and pictures.
    ///
    /// - Parameter shift: how far to move all times. If it is nil, the copy has the same times, but no payment
    ///   deadline.
    public func duplicate(_ event: Event, titled title: String?, by shift: TimeShift?) throws -> Event {
        try services.perform(.duplicateEvent, on: event) { work in
            let original = try work.connection.events.with(number: event.number)?.details ?? event.details
            var details = shift.map { original.shifted(by: $0) } ?? original
            details.title = title ?? details.title
            // The copy usually takes place later, so the payment deadline of the original would end its reservations
            // too early.
            if shift == nil { details.payBy = nil }
            let faults = details.faults
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
            let landmarks = work.connection.gateLandmarks
            for landmark in try landmarks.all(of: event.number) { try landmarks.set(landmark, of: copy.number) }
            return copy
        }
    }

    /// The audit records of an event. They cover changes of the event and its sub-events, new versions of the
    /// headcount, answers of guests, invitations of single guests, and withdrawn invitations. They also cover guests
    /// whom a member added, edited or removed one at a time, but not guests whom an import added or changed. The
    /// records are sorted by sequence number, oldest first. They name guests and sub-events by their current names.
    /// Readers see only the values of fields that they may see (`EntityField.visibleTo`).
    ///
    /// - Parameters:
    ///   - sequence: only records with higher sequence numbers are returned.
    ///   - limit: the maximum number of records; nil for all.
    public func history(of event: Event, after sequence: Int64 = 0, limit: Int? = nil) throws -> [AuditRecord] {
        guard sequence < .max else { return [] }
        return try history(of: event, in: sequence + 1 ... .max, limit: limit, .oldestFirst)
    }

    /// At most `limit` records of an event's history with sequence numbers below `sequence`, latest first. If
    /// `sequence` is nil, the result begins with the latest record.
    public func latestHistory(of event: Event, before sequence: Int64? = nil, limit: Int) throws -> [AuditRecord] {
        let end = sequence.map { $0 > 0 ? $0 - 1 : 0 } ?? .max
        return try history(of: event, in: 0...end, limit: limit, .latestFirst)
    }

    private func history(
        of event: Event, in range: ClosedRange<Int64>, limit: Int?, _ order: AuditTrail.ReadingOrder
    ) throws -> [AuditRecord] {
        try services.read(.showHistory, on: event) { connection in
            let rights = try services.rights(in: event.organizer, connection)
            let records = try connection.audit.history(
                of: event.number,
                guestActions: [Operation.answerInvitation, .inviteGuests, .addGuest, .editGuest, .removeGuest].map(
                    \.rawValue), in: range,
                limit: limit ?? .max, order)
            return try SubjectNames(connection, rights).named(records.visible(with: rights))
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
    func change(_ event: Event, _ work: UnitOfWork, _ alter: (inout Event) throws -> Void) throws -> Event {
        var current = event
        let before = current.auditFields
        try alter(&current)
        try work.connection.events.updateStatus(of: current)
        try work.record(
            AuditSubject(.event, event.number), of: event.number, before: before, after: current.auditFields)
        return current
    }
}

extension EventService {
    /// Calls `change` once for each event of a list, and returns the results in the order in which the events first
    /// occur in the list. The calls are in the order of the events' numbers: if all changes of several events lock the
    /// events in this order, no deadlock occurs.
    func inLockOrder<Result>(_ events: [Event], _ change: (Event) throws -> Result) rethrows -> [Result] {
        var results: [EventNumber: Result] = [:]
        for event in events.sorted(by: { $0.number < $1.number }) where results[event.number] == nil {
            results[event.number] = try change(event)
        }
        // Each result is removed, so that an event that occurs twice has only one result.
        return events.compactMap { results.removeValue(forKey: $0.number) }
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
