public import Store
public import Ticketing

/// The attendance at an event in numbers.
public struct Attendance: Sendable {
    /// One gate's refusals for one reason.
    public struct Refusals: Sendable {
        public let gate: String
        public let reason: String
        public let count: Int
    }

    /// The number of people whom active tickets admit.
    public let expected: Int
    /// The number of slots that were ever used. A ticket that is valid once a day has separate slots for each day. Nil
    /// at an event with sub-events, because one person can use the same slot at several sub-events.
    public let admitted: Int?
    /// The number of people inside; nil at an event with sub-events.
    public let inside: Int?
    public let refusals: [Refusals]
    /// The total number of refusals, or `Int.max` if the sum is greater.
    public var refused: Int { refusals.reduce(0) { sum, next in sum + min(next.count, .max - sum) } }
    /// The attendance at each sub-event, ordered by the sub-event's number; empty at an event without sub-events.
    public let subEvents: [SubEventTotals]

    /// The attendance at a sub-event.
    public struct SubEventTotals: Sendable {
        public let subEvent: SubEvent
        /// The number of people whom active tickets admit at the sub-event: invited guests and their possible
        /// companions.
        public let expected: Int
        public let admitted: Int
        public let inside: Int
        /// The number of expected people who never came.
        public let noShows: Int
    }
}

/// The work of an event's gates: the records that gates write, and the clocks of their devices.
public struct GateService: Sendable {
    let services: ManagementServices

    /// Throws an error unless the user is allowed to work at a gate of the event.
    public func authorizeScanning(at event: Event) throws {
        try services.read(.scan, on: event) { _ in }
    }

    /// Finds an event and its sub-events for a person who works at a gate. The name is the event's number or its
    /// complete slug (the name in its URL).
    ///
    /// - Throws: `ManagementError.unknownEvent`, also for events of other organizers; `forbidden` or `notGranted` if
    ///   the user is not allowed to scan at the event.
    public func eventToScan(named name: String) throws -> (event: Event, subEvents: [SubEvent]) {
        let found = try services.store.read { connection in
            try EventNumber(rawValue: UInt32(name) ?? 0).flatMap { try connection.events.with(number: $0) }
                ?? connection.events.with(slug: name)
        }
        guard let event = found, event.deleted == nil else { throw ManagementError.unknownEvent(name, known: []) }
        do {
            return (event, try services.read(.scan, on: event) { try $0.subEvents.all(of: event.number) })
        } catch ManagementError.unknownOrganizer, ManagementError.unknownEvent {
            throw ManagementError.unknownEvent(name, known: [])
        }
    }

    /// Passes an event's ledger records to a closure, device by device. The records of each device are in the order in
    /// which the device wrote them.
    public func forEachRecord(of event: Event, _ body: (AdmissionRecord) throws -> Void) throws {
        try forEachPage { last in
            try services.read(.showLedger, on: event) {
                try $0.ledger.page(of: event.number, after: last?.id, limit: 1000)
            }
        } body: {
            try body($0)
        }
    }

    /// At most `limit` ledger records that follow the record `last`, in the order of `forEachRecord`.
    public func records(of event: Event, after last: RecordID? = nil, limit: Int) throws -> [AdmissionRecord] {
        try services.read(.showLedger, on: event) { try $0.ledger.page(of: event.number, after: last, limit: limit) }
    }

    /// Whether several devices have recorded decisions about the event.
    public func hasSeveralDevices(at event: Event) throws -> Bool {
        try services.read(.showLedger, on: event) { try $0.ledger.hasSeveralDevices(at: event.number) }
    }

    /// The names of the devices for which gate packs of the event were made.
    public func packNames(of event: Event) throws -> [DeviceID: String] {
        try services.read(.showLedger, on: event) { connection in
            let devices = try connection.gateDevices.all(of: event.number)
            return Dictionary(devices.map { ($0.id, $0.name) }) { first, _ in first }
        }
    }
}

extension ManagementServices {
    /// The same services over another connection to the same store. Long reads on that connection do not block users of
    /// the current connection.
    public func using(_ store: Store) -> ManagementServices {
        var services = self
        services.store = store
        return services
    }

    /// The same services, but they stop waiting for a database server at the deadline.
    public func limited(until deadline: ContinuousClock.Instant) -> ManagementServices {
        using(store.withDeadline(until: deadline))
    }
}

extension ReportService {
    static func subEventTotals(
        of event: Event, _ connection: any StoreConnection
    ) throws -> [Attendance.SubEventTotals] {
        let subEvents = try connection.subEvents.all(of: event.number)
        guard !subEvents.isEmpty else { return [] }
        let totals = try connection.slots.totalsBySubEvent(of: event.number)
        let turnouts = try connection.turnouts.bySubEvent(of: event.number, subEvents.map(\.number))
        return subEvents.map { subEvent in
            let total = totals.first { $0.subEvent == subEvent.number }
            let (expected, came) = turnouts[subEvent.number].map { ($0.expected, $0.arrived) } ?? (0, 0)
            return Attendance.SubEventTotals(
                subEvent: subEvent, expected: expected, admitted: total?.admitted ?? 0, inside: total?.inside ?? 0,
                noShows: expected - came)
        }
    }

    /// The number of people whom the gates of an event have admitted (`Attendance.admitted`). Nil at an event with
    /// sub-events.
    public func admitted(at event: Event) throws -> Int? {
        try services.read(.showLedger, on: event) { connection in
            guard try connection.subEvents.all(of: event.number).isEmpty else { return nil }
            return try connection.slots.totals(of: event.number).admitted
        }
    }

    public func attendance(of event: Event) throws -> Attendance {
        try services.read(.showLedger, on: event) { try Attendance(of: event, $0) }
    }
}

extension Attendance {
    init(of event: Event, _ connection: any StoreConnection) throws {
        let subEvents = try ReportService.subEventTotals(of: event, connection)
        let totals = subEvents.isEmpty ? try connection.slots.totals(of: event.number) : nil
        let refusals =
            try connection.ledger.refusals(of: event.number) + connection.scanCounters.all(of: event.number)
        self.init(
            expected: try connection.events.people(at: event.number), admitted: totals?.admitted,
            inside: totals?.inside,
            refusals: refusals.map { Refusals(gate: $0.gate, reason: $0.reason, count: $0.count) },
            subEvents: subEvents)
    }
}
