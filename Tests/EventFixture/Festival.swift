public import Gate
public import Management
public import Store
import Synchronization
public import TicketToken
public import Ticketing

/// A published event with one ticket type, in a real store, and a key ring with one key.
public final class Festival: Sendable {
    public static let start = Instant(seconds: 1_798_000_000)

    public let folder: TemporaryFolder
    public let store: Store
    /// The store's address, with which a test can open the store again. `storeURL` is this address as text, for the
    /// option `--store`.
    public let address: StoreAddress
    public let storeURL: String
    public let ring: KeyRing
    public let services: ManagementServices
    public let event: Event
    public let regular: TicketType
    public let device: DeviceID
    public let clock = TestClock(Festival.start)
    /// The PostgreSQL database that `init` has created for the store. It exists as long as this object. Nil for an
    /// SQLite file, and if the caller of `init` chose the store or the server.
    private let database: TemporaryDatabase?

    /// Creates the key ring, the organizer, the ticket type and the event, and publishes the event.
    ///
    /// - Parameter location: the address of an empty store to use; nil to create a new store on `engine`.
    public init(
        engine: EngineKind = .current, at location: StoreAddress? = nil, server: PostgreSQLServer? = nil,
        suite: Suite = .hmac, capacity: Int? = nil,
        type: TicketTypeDetails = TicketTypeDetails(name: "Regular")
    ) throws {
        folder = try TemporaryFolder()
        try KeyRing.create(at: "\(folder.path)/keys")
        var ring = try KeyRing.open(at: "\(folder.path)/keys")
        try ring.generate(at: Festival.start)
        self.ring = ring
        var database: TemporaryDatabase?
        switch (location, engine) {
        case (.sqlite(let path), _):
            address = .sqlite(path: path)
            storeURL = "sqlite:\(path)"
        case (.postgreSQL(let server), _):
            address = .postgreSQL(server)
            storeURL = server.description
        case (nil, .sqlite):
            address = .sqlite(path: "\(folder.path)/store.sqlite")
            storeURL = "sqlite:\(folder.path)/store.sqlite"
            try StoreTemplate.copy(to: folder("store.sqlite"))
        case (nil, .postgreSQL):
            if let server {
                storeURL = try server.newStore()
            } else {
                let new = try PostgreSQLServer.shared().newDatabaseWithTables()
                (database, storeURL) = (new, new.url)
            }
            address = .postgreSQL(try PostgreSQLAddress(url: storeURL))
        }
        self.database = database
        store = try Store.open(address, creating: true)
        try ManagementServices.setUp(store, ownerName: "Test", at: Festival.start)
        services = try ManagementServices.signIn(to: store, clock: clock.now)
        let organizer = try services.organizers.createOrganizer(OrganizerDetails(name: "Nile Nights"))
        let draft = try services.events.createEvent(
            EventDetails(
                title: "New Year by the Lake", venue: "Lido", timeZone: "Africa/Kampala",
                start: Festival.start.advanced(bySeconds: 3600), end: Festival.start.advanced(bySeconds: 7200),
                capacity: capacity),
            suite: suite, of: organizer)
        regular = try services.ticketTypes.addTicketType(type, to: draft)
        event = try services.events.publish(draft)
        var random = SystemRandomNumberGenerator()
        device = .random(using: &random)
    }

    /// Issues tickets without holders, and returns the tokens of these tickets, ordered by code.
    public func issue(_ count: Int, type: TicketType? = nil) throws -> [String] {
        let before = Set(try tokens())
        _ = try services.tickets.issue(.unnamed(count), type: type ?? regular, of: event, signingWith: ring)
        return try tokens().filter { !before.contains($0) }
    }

    /// The tokens of all active tickets, ordered by code.
    public func tokens() throws -> [String] {
        let signer = TicketSigner(ring)
        var tokens: [String] = []
        try services.tickets.forEachTicket(of: event) {
            tokens.append(try signer.encodedToken(ofIssued: $0.claims(of: event)))
        }
        return tokens
    }

    public func token(of ticket: Ticket) throws -> String {
        try TicketSigner(ring).encodedToken(ofIssued: ticket.claims(of: event))
    }

    /// Changes the store in ways that the program never does.
    ///
    /// - Parameter script: SQL statements, separated by semicolons.
    public func tamper(_ script: String) throws {
        try store.write { connection in
            for statement in script.split(separator: ";") { try connection.execute(String(statement), []) }
        }
    }

    public func ticket(of token: String) throws -> Ticket {
        guard case .success(let claims) = UnverifiedToken.decode(token.utf8.span).map(\.claims) else {
            throw Surprise("not a token: \(token)")
        }
        return try services.tickets.ticket(TicketCode(claims.serial), of: event)
    }

    /// Advances the clock until all pending changes are due, and performs them.
    @discardableResult
    public func makeScheduledChanges() throws -> PendingChangePerformer.Summary {
        clock.advance(bySeconds: PendingChange.delaySeconds)
        return try PendingChangePerformer(clock: clock.now).performDue(store)
    }

    /// A gate of the festival’s event, or of another event in the same store.
    public func gate(
        _ name: String = "North", of other: Event? = nil, fixedTime: Instant? = nil, device: DeviceID? = nil,
        ring: KeyRing? = nil
    ) throws -> Gate {
        try Gate(
            name: name, event: (other ?? event).number, store: store, ring: ring ?? self.ring,
            device: device ?? self.device,
            operation: Gate.Operation(fixedTime: fixedTime, clock: clock.now))
    }
}

/// A clock that moves only when it is set.
public final class TestClock: Sendable {
    private let time: Mutex<Instant>

    init(_ start: Instant) { time = Mutex(start) }

    @Sendable public func now() -> Instant { time.withLock { $0 } }

    public func set(_ moment: Instant) { time.withLock { $0 = moment } }

    public func advance(bySeconds seconds: Int64) { time.withLock { $0 = $0.advanced(bySeconds: seconds) } }
}
