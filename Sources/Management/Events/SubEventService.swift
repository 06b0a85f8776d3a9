import Store
public import Ticketing

/// Lists, finds, adds, changes and removes the sub-events of an event, such as the ceremony and the reception of a
/// wedding.
public struct SubEventService: Sendable {
    let services: ManagementServices

    /// The sub-events of an event, in the order of their numbers.
    public func subEvents(of event: Event) throws -> [SubEvent] {
        try services.read(.showSubEvents, on: event) { try $0.subEvents.all(of: event.number) }
    }

    /// The names that the removed sub-events of an event had when they were removed. The keys are the numbers of the
    /// sub-events, which are never used again.
    public func removedNames(of event: Event) throws -> [Int: String] {
        try services.read(.showSubEvents, on: event) { connection in
            let removals = try [AuditSubject.Kind.subEvent, .formerSubEvent]
                .flatMap { try connection.audit.all(of: event.number, kind: $0) }
                .filter { $0.action == Operation.removeSubEvent.rawValue }
            return removals.reduce(into: [:]) { names, removal in
                if let number = Int(removal.subject.id) { names[number] = removal.before["name"] }
            }
        }
    }

    /// Finds a sub-event by its number or name. Case and accents of the name are ignored, and an unambiguous prefix of
    /// the name is enough. An exact match of a name or a number takes precedence over prefixes.
    public func subEvent(named name: String, of event: Event) throws -> SubEvent {
        try SubEventService.subEvent(named: name, among: try subEvents(of: event))
    }

    static func subEvent(named name: String, among subEvents: [SubEvent]) throws -> SubEvent {
        let folded = name.folded
        let exact =
            subEvents.first { $0.name.folded == folded } ?? subEvents.first { "\($0.number)" == name }
        if let exact { return exact }
        let candidates = subEvents.filter { !folded.isEmpty && $0.name.folded.hasPrefix(folded) }
        guard let found = candidates.first else {
            throw GuestError.unknownSubEvent(name, known: subEvents.map(\.name))
        }
        guard candidates.count == 1 else {
            throw ManagementError.ambiguous(
                .subEvent, name, candidates: candidates.map { .numbered($0.name, "\($0.number)") })
        }
        return found
    }

    /// Adds a sub-event with the next unused number.
    ///
    /// - Throws: `GuestError.faultySubEvent` with all faults.
    public func addSubEvent(_ details: SubEventDetails, to event: Event) throws -> SubEvent {
        try services.perform(.addSubEvent, on: event) { work in
            try work.connection.guests.lock(event.number)
            _ = try work.locked(event)
            let existing = try work.connection.subEvents.all(of: event.number)
            return try SubEventService.add(details, existing: existing, to: event, work)
        }
    }

    /// Adds a ceremony, a reception and a rehearsal in one transaction. Skips each of the three if the event already
    /// has a sub-event of the same kind or name. The new sub-events have no times.
    ///
    /// - Returns: the added sub-events; empty if the event has all of them.
    /// - Throws: `GuestError.tooManySubEvents`.
    public func addReadySet(to event: Event) throws -> [SubEvent] {
        try services.perform(.addSubEvent, on: event) { work in
            try work.connection.guests.lock(event.number)
            _ = try work.locked(event)
            var all = try work.connection.subEvents.all(of: event.number)
            var added: [SubEvent] = []
            for details in SubEventDetails.readySet(missingFrom: all) {
                let new = try SubEventService.add(details, existing: all, to: event, work)
                all.append(new)
                added.append(new)
            }
            return added
        }
    }

    static func add(
        _ details: SubEventDetails, existing: [SubEvent], to event: Event, _ work: UnitOfWork
    ) throws -> SubEvent {
        try check(details.faults, of: details, existing: existing)
        let number = try work.connection.subEvents.nextNumber(of: event.number)
        guard number <= SubEvent.most else { throw GuestError.tooManySubEvents }
        let subEvent = SubEvent(event: event.number, number: number, details: details)
        guard try work.connection.subEvents.insert(subEvent) else {
            throw GuestError.faultySubEvent([.nameTaken(details.name)])
        }
        try work.record(AuditSubject(.subEvent, number), of: event.number, after: details.auditFields)
        return subEvent
    }

    private static func check(
        _ faults: [SubEventFault], of details: SubEventDetails, existing: [SubEvent]
    ) throws {
        var faults = faults
        if existing.contains(where: { $0.name.folded == details.name.folded }) {
            faults.append(.nameTaken(details.name))
        }
        try throwFaults(faults)
    }

    static func throwFaults(_ faults: [SubEventFault]) throws {
        guard faults.isEmpty else { throw GuestError.faultySubEvent(faults) }
    }

    /// Changes a sub-event. Notifies the guests of the sub-event if its time or place changes.
    ///
    /// - Throws: `GuestError.faultySubEvent` with all faults; any error that `alter` throws.
    public func editSubEvent(
        _ subEvent: SubEvent, of event: Event, _ alter: (inout SubEventDetails) throws -> Void
    ) throws -> SubEvent {
        try services.perform(.editSubEvent, on: event) { work in
            let subEvents = work.connection.subEvents
            try work.connection.guests.lock(event.number)
            _ = try work.locked(event)
            let all = try subEvents.all(of: event.number)
            guard var current = all.first(where: { $0.number == subEvent.number }) else {
                throw GuestError.unknownSubEvent(subEvent.name, known: all.map(\.name))
            }
            let former = current
            try alter(&current.details)
            try SubEventService.check(
                current.details.faults(since: former.details), of: current.details,
                existing: all.filter { $0.number != subEvent.number })
            guard current.details != former.details else { return current }
            if former.details.capacity != current.details.capacity {
                // A gate that is deciding at this moment uses the old capacity. `close` waits until the gate has
                // decided, and makes gates wait until this transaction ends. Despite its name, `close` does not end the
                // sub-event.
                try subEvents.close(subEvent.number, of: event.number)
                try work.connection.occupancy.invalidate(event.number)
            }
            try work.updateAndNotify(former, to: current, of: event)
            return current
        }
    }

    /// Removes a sub-event with its invitations and answers, and notifies the guests of the sub-event. Fails if anyone
    /// was admitted to the sub-event.
    public func removeSubEvent(_ subEvent: SubEvent, of event: Event) throws {
        try services.perform(.removeSubEvent, on: event) { work in
            try work.connection.guests.lock(event.number)
            _ = try work.locked(event)
            let all = try work.connection.subEvents.all(of: event.number)
            guard let subEvent = all.first(where: { $0.number == subEvent.number }) else {
                throw GuestError.unknownSubEvent(subEvent.name, known: all.map(\.name))
            }
            try work.connection.subEvents.close(subEvent.number, of: event.number)
            let admitted = try work.connection.slots.count(of: event.number, subEvent: subEvent.number)
            guard admitted == 0 else {
                throw GuestError.subEventInUse(subEvent.name, admitted: admitted)
            }
            try work.notify(.subEventCancelled, guestsOf: subEvent, of: event)
            try work.connection.subEvents.remove(subEvent.number, of: event.number)
            try work.record(
                AuditSubject(.subEvent, subEvent.number), of: event.number, before: subEvent.details.auditFields,
                after: [:])
        }
    }

    /// Adds the sub-events from an older system's settings. If the event already has a sub-event with the same name,
    /// the sub-event from the file is skipped.
    ///
    /// - Returns: the added sub-events.
    public func importSettings(
        _ old: [LegacySubEvent], into event: Event
    ) throws -> [SubEvent] {
        try services.perform(.importSettings, on: event) { work in
            try work.connection.guests.lock(event.number)
            _ = try work.locked(event)
            var all = try work.connection.subEvents.all(of: event.number)
            var added: [SubEvent] = []
            for subEvent in old {
                let folded = subEvent.name.folded
                guard !all.contains(where: { $0.name.folded == folded }) else { continue }
                let new = try SubEventService.add(subEvent.details, existing: all, to: event, work)
                all.append(new)
                added.append(new)
            }
            return added
        }
    }
}

extension UnitOfWork {
    func update(_ former: SubEvent, to subEvent: SubEvent, of event: Event) throws {
        try connection.subEvents.update(subEvent)
        try record(
            AuditSubject(.subEvent, subEvent.number), of: event.number, before: former.details.auditFields,
            after: subEvent.details.auditFields)
    }

    /// Notifies the guests of the sub-event if its time or place has changed.
    func updateAndNotify(_ former: SubEvent, to subEvent: SubEvent, of event: Event) throws {
        try update(former, to: subEvent, of: event)
        let (old, new) = (former.details, subEvent.details)
        guard new.isMoved(from: old) else { return }
        try notify(.eventMoved, guestsOf: subEvent, of: event, before: old)
    }

    /// Notifies all guests who are invited to a sub-event and have not declined.
    ///
    /// - Parameter before: the details before the time or the place of the sub-event was changed; nil if the sub-event
    ///   was removed.
    fileprivate func notify(
        _ kind: Notice.Kind, guestsOf subEvent: SubEvent, of event: Event, before: SubEventDetails? = nil
    ) throws {
        var payload = subEvent.details.auditFields
        if let old = before?.auditFields {
            for name in ["start", "end", "venue"] { payload["\(Notice.oldValuePrefix)\(name)"] = old[name] ?? "" }
        }
        payload["title"] = event.details.title
        payload["sub_event"] = subEvent.name
        payload["sub_event_number"] = "\(subEvent.number)"
        queuedMessages.add(
            try connection.notices.queueToGuests(
                of: subEvent.number, event: event.number, organizer: event.organizer, kind: kind, payload: payload,
                cause: "sub-event \(subEvent.number) at \(try uniqueCause)",
                at: connection.notices.creationTime(of: kind, about: event.number, at: now)))
    }
}
