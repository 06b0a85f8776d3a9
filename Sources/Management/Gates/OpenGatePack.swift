public import Store
public import Ticketing

/// An open gate pack, on a machine that has neither the main store nor its keys. Anyone who has the file can use it.
public struct OpenGatePack: Sendable {
    public let store: Store
    public let pack: GatePack
    public let event: Event

    /// Opens the pack at an absolute path. A sealed pack is sealed again when its last owner releases it.
    ///
    /// - Throws: `StoreError`, as `GatePackFile.open`.
    public init(at path: String) throws { try self.init(GatePackFile.open(path), path: path) }

    /// Opens a temporary copy of a pack that is readable but not writable.
    ///
    /// - Parameters:
    ///   - reason: why the pack itself cannot be opened; every attempted change throws it.
    ///   - folder: the folder for the copy, which has no name and disappears with the process.
    /// - Throws: `StoreError`; `SystemError` if copying fails.
    public init(copyOf path: String, because reason: StoreError, in folder: String) throws {
        try self.init(GatePackFile.openCopy(of: path, because: reason, in: folder), path: path)
    }

    private init(_ store: Store, path: String) throws {
        self.store = store
        let (pack, event) = try store.read { connection in
            let pack = try connection.gatePackRecord.current()
            return (pack, try pack.flatMap { try connection.events.with(number: $0.event) })
        }
        guard let pack, let event else {
            throw StoreError.damaged(path: path, detail: "it has not the event that it is a pack of")
        }
        self.pack = pack
        self.event = event
    }

    /// A sub-event of the event by number or name. Case and accents are ignored, and an unambiguous prefix is enough.
    public func subEvent(named name: String) throws -> SubEvent {
        try SubEventService.subEvent(named: name, among: try subEvents())
    }

    public func subEvents() throws -> [SubEvent] { try store.read { try $0.subEvents.all(of: event.number) } }

    /// Passes the pack's ledger to a closure, device by device, each in order.
    public func forEachRecord(_ body: (AdmissionRecord) throws -> Void) throws {
        try forEachPage { last in
            try store.read { try $0.ledger.page(of: event.number, after: last?.id, limit: 1000) }
        } body: {
            try body($0)
        }
    }

    public func ticketTypes() throws -> [TicketType] { try store.read { try $0.ticketTypes.all(of: event.number) } }

    /// At most `limit` tickets that match; with names only if the pack has them.
    public func tickets(matching query: TicketQuery, limit: Int) throws -> [Ticket] {
        try store.read { try $0.ticketSearch.page(of: event.number, matching: query, after: nil, limit: limit) }
    }

    public func attendance() throws -> Attendance { try store.read { try Attendance(of: event, $0) } }

    /// The latest time in the pack's own ledger. After its clock was accepted, only later records count. Nil if no
    /// record counts.
    public func latestSeen() throws -> Instant? {
        try store.read { try $0.acceptedClocks.latestSeen(by: pack.device) }
    }

    /// Accepts the clock of the pack's gates although its ledger has a later time. Gates then warn only about later
    /// records. The pack stores the reason; the main store does not receive it.
    ///
    /// - Throws: `SalesError.reason` for an empty or malformed reason.
    public func acceptClock(reason: String, at now: Instant) throws {
        if let fault = TextFault.of(reason) { throw SalesError.reason(fault) }
        try store.write { try $0.acceptedClocks.accept(pack.device, at: now, reason: reason) }
    }
}
