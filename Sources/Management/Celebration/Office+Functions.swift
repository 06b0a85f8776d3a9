import Store
public import Ticketing

/// What an edit says anew of a function; nil stays as it is, and an empty text is taken away.
public struct FunctionChange: Sendable {
    public var kind: FunctionKind?
    public var name: String?
    public var note: String?
    public var venue: String?
    public var start: Instant?
    public var end: Instant?
    /// How many may be inside; nil within takes the limit away.
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

    /// The function as it is then.
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

extension Office {
    /// The functions of an event, by number.
    public func functions(of event: Event) throws -> [EventFunction] {
        try look(.showFunctions, on: event) { try $0.functions.all(of: event.number) }
    }

    /// One of them, by name (letter case and accents aside, or an unambiguous beginning) or number.
    public func function(named name: String, of event: Event) throws -> EventFunction {
        try Office.function(named: name, among: try functions(of: event))
    }

    static func function(named name: String, among functions: [EventFunction]) throws -> EventFunction {
        let folded = name.folded
        let exact = functions.filter { $0.name.folded == folded }
        if let found = exact.first { return found }
        let candidates = functions.filter {
            !folded.isEmpty && $0.name.folded.hasPrefix(folded) || "\($0.number)" == name
        }
        guard let found = candidates.first else {
            throw CelebrationError.unknownFunction(name, known: functions.map(\.name))
        }
        guard candidates.count == 1 else {
            throw ManagementError.ambiguous(name, candidates: candidates.map { "\($0.name) (number \($0.number))" })
        }
        return found
    }

    /// Adds a function under the next number of its event, which no other had before it.
    ///
    /// - Throws: `CelebrationError.faultyFunction` with every fault at once.
    public func addFunction(_ details: FunctionDetails, to event: Event) throws -> EventFunction {
        try perform(.addFunction, on: event) { work in
            try work.connection.guests.lock(event.number)
            _ = try work.locked(event)
            let taken = try work.connection.functions.all(of: event.number)
            return try Office.add(details, beside: taken, to: event, work)
        }
    }

    /// Adds a function beside those the event has.
    static func add(
        _ details: FunctionDetails, beside taken: [EventFunction], to event: Event, _ work: Work
    ) throws -> EventFunction {
        try check(details, beside: taken)
        let number = try work.connection.functions.nextNumber(of: event.number)
        guard number <= EventFunction.most else { throw CelebrationError.tooManyFunctions }
        let function = EventFunction(event: event.number, number: number, details: details)
        guard try work.connection.functions.insert(function) else {
            throw CelebrationError.faultyFunction([.nameTaken(details.name)])
        }
        try work.record(AuditSubject(.function, number), of: event.number, after: details.auditFields)
        return function
    }

    private static func check(_ details: FunctionDetails, beside others: [EventFunction]) throws {
        var faults = details.faults
        if others.contains(where: { $0.name.folded == details.name.folded }) {
            faults.append(.nameTaken(details.name))
        }
        try refuse(faults)
    }

    static func refuse(_ faults: [FunctionFault]) throws {
        guard faults.isEmpty else { throw CelebrationError.faultyFunction(faults) }
    }

    /// Changes a function. Its guests are told when it moves in time or place.
    public func editFunction(
        _ function: EventFunction, _ change: FunctionChange, of event: Event
    ) throws -> EventFunction {
        try editFunction(function, of: event) { $0 = change.applied(to: $0) }
    }

    /// The same with a closure, which is handed the function as it is now.
    ///
    /// - Throws: `CelebrationError.faultyFunction` with every fault at once; what the closure does.
    public func editFunction(
        _ function: EventFunction, of event: Event, _ alter: (inout FunctionDetails) throws -> Void
    ) throws -> EventFunction {
        try perform(.editFunction, on: event) { work in
            let functions = work.connection.functions
            try work.connection.guests.lock(event.number)
            _ = try work.locked(event)
            let all = try functions.all(of: event.number)
            guard var current = all.first(where: { $0.number == function.number }) else {
                throw CelebrationError.unknownFunction(function.name, known: all.map(\.name))
            }
            let former = current
            try alter(&current.details)
            try Office.check(current.details, beside: all.filter { $0.number != function.number })
            if former.details.capacity != current.details.capacity {
                // Gates that decide there now don't know of it.
                try functions.close(function.number, of: event.number)
                try work.connection.occupancy.forget(event.number)
            }
            try work.change(former, to: current, of: event)
            return current
        }
    }

    /// Removes a function with its invitations and answers, and tells its guests; refused once somebody was let in there.
    public func removeFunction(_ function: EventFunction, of event: Event) throws {
        try perform(.removeFunction, on: event) { work in
            try work.connection.guests.lock(event.number)
            _ = try work.locked(event)
            let all = try work.connection.functions.all(of: event.number)
            guard let function = all.first(where: { $0.number == function.number }) else {
                throw CelebrationError.unknownFunction(function.name, known: all.map(\.name))
            }
            try work.connection.functions.close(function.number, of: event.number)
            let admitted = try work.connection.places.count(of: event.number, function: function.number)
            guard admitted == 0 else {
                throw CelebrationError.functionInUse(function.name, admitted: admitted)
            }
            try work.tell(.functionCancelled, guestsOf: function, of: event)
            try work.connection.functions.remove(function.number, of: event.number)
            try work.record(
                AuditSubject(.function, function.number), of: event.number, before: function.details.auditFields,
                after: [:])
        }
    }

    /// Adds the functions of an older system's settings; one whose name is there already is passed over, so that the
    /// same file can come again.
    ///
    /// - Returns: those that were added.
    public func importSettings(
        _ old: [OldSettingsFunction], into event: Event
    ) throws -> [EventFunction] {
        try perform(.importSettings, on: event) { work in
            try work.connection.guests.lock(event.number)
            _ = try work.locked(event)
            var all = try work.connection.functions.all(of: event.number)
            var added: [EventFunction] = []
            for function in old {
                let folded = function.name.folded
                guard !all.contains(where: { $0.name.folded == folded }) else { continue }
                let new = try Office.add(function.details, beside: all, to: event, work)
                all.append(new)
                added.append(new)
            }
            return added
        }
    }
}

extension Work {
    /// Writes a function anew.
    func rewrite(_ former: EventFunction, to function: EventFunction, of event: Event) throws {
        try connection.functions.update(function)
        try record(
            AuditSubject(.function, function.number), of: event.number, before: former.details.auditFields,
            after: function.details.auditFields)
    }

    /// Writes a function anew, and tells its guests when it moves in time or place.
    func change(_ former: EventFunction, to function: EventFunction, of event: Event) throws {
        try rewrite(former, to: function, of: event)
        let (old, new) = (former.details, function.details)
        guard (old.start, old.end) != (new.start, new.end) || old.venue != new.venue else { return }
        try tell(.eventMoved, guestsOf: function, of: event)
    }

    /// Tells the guests of a function, but for those who declined.
    fileprivate func tell(_ kind: Notice.Kind, guestsOf function: EventFunction, of event: Event) throws {
        var payload = function.details.auditFields
        payload["title"] = event.details.title
        payload["function"] = function.name
        try connection.notices.queueToGuests(
            of: function.number, event: event.number, organizer: event.organizer, kind: kind, payload: payload,
            cause: "function \(function.number) at \(try cause)", at: now)
    }
}
