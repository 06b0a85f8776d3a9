public import Store
public import Ticketing

/// A gate pack at work, on a machine that has neither the office's store nor its keys. Whoever has the file may do with
/// it what a pack can.
public struct OpenPack: Sendable {
    public let store: Store
    public let pack: Pack
    public let event: Event

    /// Opens the pack at an absolute path. It is sealed again when the last owner lets go.
    ///
    /// - Throws: `StoreError`, as `PackFile.open`.
    public init(at path: String) throws { try self.init(PackFile.open(path), path: path) }

    /// Opens a copy of a pack that can be read, and not written where it is.
    ///
    /// - Parameters:
    ///   - reason: why the pack itself can't be opened; each change throws it.
    ///   - folder: where the copy goes. It has no name, and is gone with the process.
    /// - Throws: `StoreError`; `SystemError` when it can't be copied.
    public init(copyOf path: String, because reason: StoreError, in folder: String) throws {
        try self.init(PackFile.openCopy(of: path, because: reason, in: folder), path: path)
    }

    private init(_ store: Store, path: String) throws {
        self.store = store
        let (pack, event) = try store.read { connection in
            let pack = try connection.packRows.current()
            return (pack, try pack.flatMap { try connection.events.with(number: $0.event) })
        }
        guard let pack, let event else {
            throw StoreError.damaged(path: path, detail: "it has not the event that it is a pack of")
        }
        self.pack = pack
        self.event = event
    }

    /// One of the event's functions, by name (letter case and accents aside, or an unambiguous beginning) or number.
    public func function(named name: String) throws -> EventFunction {
        try Office.function(named: name, among: try functions())
    }

    public func functions() throws -> [EventFunction] { try store.read { try $0.functions.all(of: event.number) } }

    /// Hands over the pack's ledger: each device's records in order, one device after the other.
    public func forEachRecord(_ body: (AdmissionRecord) throws -> Void) throws {
        try forEachPage { last in
            try store.read { try $0.ledger.page(of: event.number, after: last?.id, limit: 1000) }
        } body: {
            try body($0)
        }
    }

    public func ticketTypes() throws -> [TicketType] { try store.read { try $0.ticketTypes.all(of: event.number) } }

    /// At most `limit` tickets that the query fits; names are there only when the pack has them.
    public func tickets(matching query: TicketQuery, limit: Int) throws -> [Ticket] {
        try store.read { try $0.ticketSearch.page(of: event.number, matching: query, after: nil, limit: limit) }
    }

    public func attendance() throws -> Attendance { try store.read { try Attendance(of: event, $0) } }

    /// The latest moment that the pack's own ledger has seen, as far as it counts; nil if nothing does.
    public func latestSeen() throws -> Instant? {
        try store.read { try $0.acceptedClocks.latestSeen(by: pack.device) }
    }

    /// Says that the clock of the pack's gates is right though its ledger has seen a later time. Gates then warn only of
    /// later records. The pack keeps the reason; the office does not learn it.
    ///
    /// - Throws: `SalesError.reason` for an empty or malformed reason.
    public func acceptClock(reason: String, at now: Instant) throws {
        if let fault = NameFault.of(reason) { throw SalesError.reason(fault) }
        try store.write { try $0.acceptedClocks.accept(pack.device, at: now, reason: reason) }
    }
}
