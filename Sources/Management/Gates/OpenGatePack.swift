public import Cryptography
import Languages
public import Store
public import Ticketing

/// An open gate pack. Anyone who has the file can use the pack.
public struct OpenGatePack: Sendable {
    public let store: Store
    public let pack: GatePack
    public let event: Event

    /// Opens the pack at an absolute path. The pack must not be encrypted.
    ///
    /// - Throws: the `StoreError` of `GatePackFile.open`.
    public init(at path: String) throws { try self.init(GatePackFile.open(path), path: path) }

    /// Opens a temporary copy of a pack whose file is readable but not writable.
    ///
    /// - Parameters:
    ///   - reason: the error that prevents opening the pack itself. Every attempt to change the copy throws this error.
    ///   - folder: the folder for the copy. The copy's file has no name, and disappears when the process ends.
    /// - Throws: `StoreError`; `SystemError` if copying fails.
    public init(copyOf path: String, because reason: StoreError, in folder: String) throws {
        try self.init(GatePackFile.openCopy(of: path, because: reason, in: folder), path: path)
    }

    /// Decrypts the encrypted pack at the absolute path `path`, and opens the decrypted pack. The decrypted files have
    /// no names, and disappear when the last reference to the open pack is released, or when the process ends.
    ///
    /// - Returns: nil if the passphrase is wrong, or if the beginning of the file was changed.
    /// - Throws: the errors of `EncryptedGatePack.openWithoutName`.
    public init?(decrypting path: String, passphrase: SecretBytes) throws {
        guard let store = try EncryptedGatePack.openWithoutName(path, passphrase: passphrase) else { return nil }
        try self.init(store, path: path)
    }

    private init(_ store: Store, path: String) throws {
        self.store = store
        let (pack, event) = try store.read { connection in
            let pack = try connection.gatePackRecord.current()
            return (pack, try pack.flatMap { try connection.events.with(number: $0.event) })
        }
        guard let pack, let event else {
            throw StoreError.damaged(path: path, detail: Sentence(GatePackError.Text.eventMissing))
        }
        self.pack = pack
        self.event = event
    }

    /// Finds a sub-event of the event by its number or name. Case and accents of the name are ignored, and an
    /// unambiguous prefix of the name is enough.
    public func subEvent(named name: String) throws -> SubEvent {
        try SubEventService.subEvent(named: name, among: try subEvents())
    }

    public func subEvents() throws -> [SubEvent] { try store.read { try $0.subEvents.all(of: event.number) } }

    /// Passes the pack's ledger records to a closure, device by device. The records of each device are in the order in
    /// which the device wrote them.
    public func forEachRecord(_ body: (AdmissionRecord) throws -> Void) throws {
        try forEachPage { last in
            try store.read { try $0.ledger.page(of: event.number, after: last?.id, limit: 1000) }
        } body: {
            try body($0)
        }
    }

    /// Whether the pack has ledger records of several devices.
    public func hasSeveralDevices() throws -> Bool {
        try store.read { try $0.ledger.hasSeveralDevices(at: event.number) }
    }

    public func ticketTypes() throws -> [TicketType] { try store.read { try $0.ticketTypes.all(of: event.number) } }

    /// At most `limit` tickets that match the query. They include the names of their holders only if the pack contains
    /// names.
    public func tickets(matching query: TicketQuery, limit: Int) throws -> [Ticket] {
        try store.read { try $0.ticketSearch.page(of: event.number, matching: query, after: nil, limit: limit) }
    }

    public func attendance() throws -> Attendance { try store.read { try Attendance(of: event, $0) } }

    /// The latest time in the ledger records of the pack's device; nil if there are no records. Records that existed
    /// when the device's clock was last accepted (`acceptClock`) are ignored.
    public func latestSeen() throws -> Instant? {
        try store.read { try $0.acceptedClocks.latestSeen(by: pack.device) }
    }

    /// Accepts the clock of the pack's device although the pack's ledger contains a later time. From then on, gates no
    /// longer compare the clock with the existing records, so these records cause no warning. The reason is stored only
    /// in the pack, not in the main store.
    ///
    /// - Throws: `SalesError.reason` for an empty or malformed reason.
    public func acceptClock(reason: String, at now: Instant) throws {
        if let fault = TextFault.of(reason) { throw SalesError.reason(fault) }
        try store.write { try $0.acceptedClocks.accept(pack.device, at: now, reason: reason) }
    }
}
