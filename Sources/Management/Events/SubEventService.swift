import Store
public import Ticketing

/// The changes of an edit to a sub-event. Nil leaves a field unchanged; an empty text clears it.
public struct FunctionChange: Sendable {
    public var kind: FunctionKind?
    public var name: String?
    public var note: String?
    public var venue: String?
    public var start: Instant?
    public var end: Instant?
    /// The maximum number of people inside; an inner nil removes the limit.
    public var capacity: Int??

    public init(
        kind: FunctionKind? = nil, name: String? = nil, note: String? = nil, venue: String? = nil,
        start: Instant? = nil, end: Instant? = nil, capacity: Int?? = nil
    ) {
        self.kind = kind
        self.name = name
        self.note = note
        self.venue = venue
        self.start = start
        self.end = end
        self.capacity = capacity
    }

    /// The sub-event with the changes applied.
    public func applied(to details: FunctionDetails) -> FunctionDetails {
        FunctionDetails(
            kind: kind ?? details.kind, name: name ?? details.name, note: text(note, details.note),
            venue: text(venue, details.venue), start: start ?? details.start, end: end ?? details.end,
            capacity: capacity ?? details.capacity)
    }

    private func text(_ new: String?, _ old: String?) -> String? {
        guard let new else { return old }
        return new.isEmpty ? nil : new
    }
}

/// The sub-events of an event, such as the ceremony and the reception of a wedding.
public struct SubEventService: Sendable {
    let services: ManagementServices

    /// The sub-events of an event, by number.
    public func functions(of event: Event) throws -> [EventFunction] {
        try services.read(.showFunctions, on: event) { try $0.functions.all(of: event.number) }
    }

    /// A sub-event by number or name. Case and accents are ignored, and an unambiguous prefix is enough.
    public func function(named name: String, of event: Event) throws -> EventFunction {
        try SubEventService.function(named: name, among: try functions(of: event))
    }

    static func function(named name: String, among functions: [EventFunction]) throws -> EventFunction {
        let folded = name.folded
        let exact = functions.filter { $0.name.folded == folded }
        if let found = exact.first { return found }
        let candidates = functions.filter {
            !folded.isEmpty && $0.name.folded.hasPrefix(folded) || "\($0.number)" == name
        }
        guard let found = candidates.first else {
            throw GuestError.unknownFunction(name, known: functions.map(\.name))
        }
        guard candidates.count == 1 else {
            throw ManagementError.ambiguous(name, candidates: candidates.map { "\($0.name) (number \($0.number))" })
        }
        return found
    }

    /// Adds a sub-event under the event's next unused number.
    ///
    /// - Throws: `GuestError.faultyFunction` with all faults.
    public func addFunction(_ details: FunctionDetails, to event: Event) throws -> EventFunction {
        try services.perform(.addFunction, on: event) { work in
            try work.connection.guests.lock(event.number)
            _ = try work.locked(event)
            let taken = try work.connection.functions.all(of: event.number)
            return try SubEventService.add(details, beside: taken, to: event, work)
        }
    }

    /// Adds a sub-event to those that the event has.
    static func add(
        _ details: FunctionDetails, beside taken: [EventFunction], to event: Event, _ work: UnitOfWork
    ) throws -> EventFunction {
        try check(details, beside: taken)
        let number = try work.connection.functions.nextNumber(of: event.number)
        guard number <= EventFunction.most else { throw GuestError.tooManyFunctions }
        let function = EventFunction(event: event.number, number: number, details: details)
        guard try work.connection.functions.insert(function) else {
            throw GuestError.faultyFunction([.nameTaken(details.name)])
        }
        try work.record(AuditSubject(.function, number), of: event.number, after: details.auditFields)
        return function
    }

    private static func check(_ details: FunctionDetails, beside others: [EventFunction]) throws {
        var faults = details.faults
        if others.contains(where: { $0.name.folded == details.name.folded }) {
            faults.append(.nameTaken(details.name))
        }
        try throwFaults(faults)
    }

    static func throwFaults(_ faults: [FunctionFault]) throws {
        guard faults.isEmpty else { throw GuestError.faultyFunction(faults) }
    }

    /// Changes a sub-event. Notifies its guests if its time or place changes.
    public func editFunction(
        _ function: EventFunction, _ change: FunctionChange, of event: Event
    ) throws -> EventFunction {
        try editFunction(function, of: event) { $0 = change.applied(to: $0) }
    }

    /// As above, with a closure that changes the current details.
    ///
    /// - Throws: `GuestError.faultyFunction` with all faults; any error of the closure.
    public func editFunction(
        _ function: EventFunction, of event: Event, _ alter: (inout FunctionDetails) throws -> Void
    ) throws -> EventFunction {
        try services.perform(.editFunction, on: event) { work in
            let functions = work.connection.functions
            try work.connection.guests.lock(event.number)
            _ = try work.locked(event)
            let all = try functions.all(of: event.number)
            guard var current = all.first(where: { $0.number == function.number }) else {
                throw GuestError.unknownFunction(function.name, known: all.map(\.name))
            }
            let former = current
            try alter(&current.details)
            try SubEventService.check(current.details, beside: all.filter { $0.number != function.number })
            if former.details.capacity != current.details.capacity {
                // Gates that are deciding now do not know the new capacity.
                try functions.close(function.number, of: event.number)
                try work.connection.occupancy.invalidate(event.number)
            }
            try work.updateAndNotify(former, to: current, of: event)
            return current
        }
    }

    /// Removes a sub-event with its invitations and answers, and notifies its guests. Fails if anyone was admitted
    /// there.
    public func removeFunction(_ function: EventFunction, of event: Event) throws {
        try services.perform(.removeFunction, on: event) { work in
            try work.connection.guests.lock(event.number)
            _ = try work.locked(event)
            let all = try work.connection.functions.all(of: event.number)
            guard let function = all.first(where: { $0.number == function.number }) else {
                throw GuestError.unknownFunction(function.name, known: all.map(\.name))
            }
            try work.connection.functions.close(function.number, of: event.number)
            let admitted = try work.connection.slots.count(of: event.number, function: function.number)
            guard admitted == 0 else {
                throw GuestError.functionInUse(function.name, admitted: admitted)
            }
            try work.notify(.functionCancelled, guestsOf: function, of: event)
            try work.connection.functions.remove(function.number, of: event.number)
            try work.record(
                AuditSubject(.function, function.number), of: event.number, before: function.details.auditFields,
                after: [:])
        }
    }

    /// Adds the sub-events from an older system's settings. Skips names that exist, so that a file can be imported
    /// again.
    ///
    /// - Returns: the added sub-events.
    public func importSettings(
        _ old: [LegacySubEvent], into event: Event
    ) throws -> [EventFunction] {
        try services.perform(.importSettings, on: event) { work in
            try work.connection.guests.lock(event.number)
            _ = try work.locked(event)
            var all = try work.connection.functions.all(of: event.number)
            var added: [EventFunction] = []
            for function in old {
                let folded = function.name.folded
                guard !all.contains(where: { $0.name.folded == folded }) else { continue }
                let new = try SubEventService.add(function.details, beside: all, to: event, work)
                all.append(new)
                added.append(new)
            }
            return added
        }
    }
}

extension UnitOfWork {
    /// Stores and records a changed sub-event.
    func update(_ former: EventFunction, to function: EventFunction, of event: Event) throws {
        try connection.functions.update(function)
        try record(
            AuditSubject(.function, function.number), of: event.number, before: former.details.auditFields,
            after: function.details.auditFields)
    }

    /// Stores and records a changed sub-event, and notifies its guests if its time or place changed.
    func updateAndNotify(_ former: EventFunction, to function: EventFunction, of event: Event) throws {
        try update(former, to: function, of: event)
        let (old, new) = (former.details, function.details)
        guard (old.start, old.end) != (new.start, new.end) || old.venue != new.venue else { return }
        try notify(.eventMoved, guestsOf: function, of: event)
    }

    /// Notifies the guests of a sub-event except those who declined.
    fileprivate func notify(_ kind: Notice.Kind, guestsOf function: EventFunction, of event: Event) throws {
        var payload = function.details.auditFields
        payload["title"] = event.details.title
        payload["function"] = function.name
        try connection.notices.queueToGuests(
            of: function.number, event: event.number, organizer: event.organizer, kind: kind, payload: payload,
            cause: "function \(function.number) at \(try uniqueCause)", at: now)
    }
}
