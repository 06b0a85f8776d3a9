import Store
public import Ticketing

/// What an edit of an event came to.
public struct EventEdit: Sendable {
    public let before: EventDetails
    public let event: Event
    /// The tickets that stand.
    public let sold: Int
    /// The holders who are to be told.
    public let notices: Int
}

extension Office {
    /// Changes an event's details. Its holders are told once when the time or the place is another.
    ///
    /// - Throws: `ManagementError.invalid` with every fault; `notPublishable` when a published event would lack what it
    ///   needs; `capacityBelowSold`.
    public func edit(_ event: Event, _ alter: (inout EventDetails) throws -> Void) throws -> EventEdit {
        var edit: EventEdit?
        try perform(.editEvent, on: event) { work in
            _ = try change(try work.lockedWithTypes(event), work) { current in
                edit = try self.edit(&current, work, alter)
            }
        }
        guard let edit else { throw ManagementError.unknownEvent(event.slug, known: []) }
        return edit
    }

    /// Moves many events of one organizer at once, with their functions, and with what their types say of times.
    ///
    /// - Parameters:
    ///   - events: one that is named twice is moved once.
    ///   - effect: whether they are moved, or it is only seen what would become of them.
    /// - Returns: what became of each event, in the order in which they were first named.
    public func shift(_ events: [Event], by shift: TimeShift, effect: Effect = .write) throws -> [EventEdit] {
        guard let organizer = events.first?.organizer, events.allSatisfy({ $0.organizer == organizer }) else {
            throw ManagementError.severalOrganizers
        }
        return try taking(effect) { effect in
            try perform(.shiftEvents, in: organizer) { work in
                var moved: Set<EventNumber> = []
                let edits = try events.filter { moved.insert($0.number).inserted }.map { event in
                    var edit: EventEdit?
                    _ = try change(try work.lockedWithTypes(event), work) { current in
                        edit = try self.edit(&current, work) { $0 = $0.shifted(by: shift) }
                        for type in try work.connection.ticketTypes.all(of: current.number) {
                            var moved = type
                            moved.details.move(by: shift, in: current.details.timeZone)
                            try Office.refuse(moved.details.faultyTimes)
                            guard moved != type, try work.connection.ticketTypes.update(moved) else { continue }
                            try work.record(
                                AuditSubject(.type, type.number), of: current.number, before: type.auditFields,
                                after: moved.auditFields)
                        }
                        for function in try work.connection.functions.all(of: current.number) {
                            var moved = function
                            moved.details.move(by: shift, in: current.details.timeZone)
                            try Office.refuse(moved.details.faultyTimes)
                            // Its guests are told that the event moves.
                            try work.rewrite(function, to: moved, of: current)
                        }
                    }
                    guard let edit else { throw ManagementError.unknownEvent(event.slug, known: []) }
                    return edit
                }
                return try effect(edits)
            }
        }
    }

    private func edit(
        _ current: inout Event, _ work: Work, _ alter: (inout EventDetails) throws -> Void
    ) throws -> EventEdit {
        let before = current.details
        try alter(&current.details)
        // A poster that was taken before it had to be an address stays until somebody changes it, as do times that were
        // taken in the wrong order.
        let known = before.reversedTimes
        let faults =
            current.details.faults.filter { $0.field != "poster" || current.details.poster != before.poster }
            + current.details.reversedTimes.filter { !known.contains($0) }
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
        guard try work.connection.events.update(current.details, of: current.number) else {
            throw ManagementError.capacityBelowSold(
                asked: current.details.capacity ?? 0,
                sold: try work.connection.events.people(at: current.number)
                    + work.connection.events.held(at: current.number))
        }
        if before.insideLimit != current.details.insideLimit { try work.changeLimit(of: current.number) }
        let sold = try work.connection.tickets.standing(of: current.number)
        let tells = current.editWarns(sold: sold, now: work.now) && before.moves(to: current.details)
        let notices =
            tells
            ? try work.notifyHolders(
                .eventMoved, of: current, cause: try work.cause, payload: current.details.whereAndWhen) : 0
        return EventEdit(before: before, event: current, sold: sold, notices: notices)
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
            let faults = details.faults.filter { $0.field != "poster" }
            guard faults.isEmpty else { throw ManagementError.invalid(faults) }
            let copy = try insertDraft(details, suite: event.suite, of: event.organizer, work)
            for type in try work.connection.ticketTypes.all(of: event.number) {
                var added = TicketType(event: copy.number, number: type.number, details: type.details)
                if let shift { added.details.move(by: shift, in: details.timeZone) }
                try Office.refuse(added.details.faultyTimes)
                guard try work.connection.ticketTypes.insert(added) else { throw ManagementError.nameTaken(type.name) }
                try work.record(AuditSubject(.type, type.number), of: copy.number, after: added.auditFields)
            }
            for function in try work.connection.functions.all(of: event.number) {
                var details = function.details
                if let shift { details.move(by: shift, in: original.timeZone) }
                try Office.refuse(details.faultyTimes)
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

    /// Changes one event that is not deleted, and writes that down.
    func change(_ operation: Operation, _ event: Event, _ alter: (Work, inout Event) throws -> Void) throws -> Event {
        try perform(operation, on: event) { work in
            try change(try work.locked(event), work) { try alter(work, &$0) }
        }
    }

    /// - Parameter event: locked.
    private func change(_ event: Event, _ work: Work, _ alter: (inout Event) throws -> Void) throws -> Event {
        var current = event
        let before = current.auditFields
        try alter(&current)
        try work.connection.events.updateStatus(of: current)
        try work.record(
            AuditSubject(.event, event.number), of: event.number, before: before, after: current.auditFields)
        return current
    }
}

extension Work {
    /// Waits until no gate decides at an event, and makes the next one count who is inside.
    fileprivate func changeLimit(of event: EventNumber) throws {
        try connection.tickets.lock(of: event)
        try connection.occupancy.forget(event)
    }
}
