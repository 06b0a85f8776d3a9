public import Store
public import Ticketing

/// What the gates of an event have done, in numbers.
public struct Attendance: Sendable {
    /// One gate's refusals for one reason.
    public struct Refusals: Sendable {
        public let gate: String
        public let reason: String
        public let count: Int
    }

    /// People that the tickets admit which stand.
    public let expected: Int
    /// Places that were ever taken; nil at an event with functions, where one person may take a place at each.
    public let admitted: Int?
    /// People inside now; nil at an event with functions.
    public let inside: Int?
    public let refusals: [Refusals]
    /// All of them.
    public var refused: Int { refusals.reduce(0) { sum, next in sum + min(next.count, .max - sum) } }
    /// The same at each function, by number; empty at an event without functions.
    public let functions: [FunctionPlaces]

    /// What one function's gates have done.
    public struct FunctionPlaces: Sendable {
        public let function: EventFunction
        /// People whom standing tickets admit there: invited guests, and whom they may bring.
        public let expected: Int
        public let admitted: Int
        public let inside: Int
        /// People expected who never came.
        public let noShows: Int
    }
}

extension Office {
    /// Refuses those who may not work at a gate of the event.
    public func authorizeScanning(at event: Event) throws {
        try look(.scan, on: event) { _ in }
    }

    /// The event at whose gate somebody is to work, by its whole number or slug, and its functions.
    ///
    /// - Throws: `ManagementError.unknownEvent`, of what is others' as well; `forbidden` and `notGranted` where they may not
    ///   scan.
    public func eventToScan(named name: String) throws -> (event: Event, functions: [EventFunction]) {
        let found = try store.read { connection in
            try EventNumber(rawValue: UInt32(name) ?? 0).flatMap { try connection.events.with(number: $0) }
                ?? connection.events.with(slug: name)
        }
        guard let event = found, event.deleted == nil else { throw ManagementError.unknownEvent(name, known: []) }
        do {
            return (event, try look(.scan, on: event) { try $0.functions.all(of: event.number) })
        } catch ManagementError.unknownOrganizer, ManagementError.unknownEvent {
            throw ManagementError.unknownEvent(name, known: [])
        }
    }

    /// The same office on another connection to its store: what takes long there keeps nobody waiting here.
    public func beside(_ store: Store) -> Office {
        var office = Office(user: user, store: store, now: now)
        office.grants = grants
        return office
    }

    /// The same office, which gives up a server at a deadline, whatever the server does.
    public func limited(until deadline: ContinuousClock.Instant) -> Office { beside(store.limited(until: deadline)) }

    /// Hands over the ledger's records of an event: each device's in order, one device after the other.
    public func forEachRecord(of event: Event, _ body: (AdmissionRecord) throws -> Void) throws {
        try forEachPage { last in
            try look(.showLedger, on: event) {
                try $0.ledger.page(of: event.number, after: last?.id, limit: 1000)
            }
        } body: {
            try body($0)
        }
    }

    /// At most `limit` of them, those after one.
    public func records(of event: Event, after last: RecordID? = nil, limit: Int) throws -> [AdmissionRecord] {
        try look(.showLedger, on: event) { try $0.ledger.page(of: event.number, after: last, limit: limit) }
    }

    static func places(
        of event: Event, _ connection: any StoreConnection
    ) throws -> [Attendance.FunctionPlaces] {
        let functions = try connection.functions.all(of: event.number)
        guard !functions.isEmpty else { return [] }
        let totals = try connection.places.totalsByFunction(of: event.number)
        let turnouts = try connection.turnouts.byFunction(of: event.number, functions.map(\.number))
        return functions.map { function in
            let total = totals.first { $0.function == function.number }
            let (expected, came) = turnouts[function.number].map { ($0.expected, $0.came) } ?? (0, 0)
            return Attendance.FunctionPlaces(
                function: function, expected: expected, admitted: total?.admitted ?? 0, inside: total?.inside ?? 0,
                noShows: expected - came)
        }
    }

    public func attendance(of event: Event) throws -> Attendance {
        try look(.showLedger, on: event) { try Attendance(of: event, $0) }
    }
}

extension Attendance {
    init(of event: Event, _ connection: any StoreConnection) throws {
        let functions = try Office.places(of: event, connection)
        let totals = functions.isEmpty ? try connection.places.totals(of: event.number) : nil
        let refusals =
            try connection.ledger.refusals(of: event.number) + connection.scanCounters.all(of: event.number)
        self.init(
            expected: try connection.events.people(at: event.number), admitted: totals?.admitted,
            inside: totals?.inside,
            refusals: refusals.map { Refusals(gate: $0.gate, reason: $0.reason, count: $0.count) },
            functions: functions)
    }
}
