import Management
import Store
import TicketToken
import Ticketing

/// What routes answer from.
struct House: Sendable {
    let health: HealthCheck
    let metrics = Metrics()
    let pages: Pages
    /// What browsers are sent for pages, by address.
    let published: [String: Answer]
    let log: LogSink
    /// By which pages are asked for.
    let scheme: String
    let now: @Sendable () -> Instant
    /// Where offices are: organizers work there.
    let office: StoreThreads
    /// Where passwords are held against what they became: that takes a processor and 32 MiB, so one at a time.
    let doorkeeper: StoreThreads
    /// Where people are who are not signed in; nil without keys.
    let foyer: FoyerThreads?
    /// Nil where no gates can be opened.
    let gates: GateDesk?
    /// Nil where nothing can be printed.
    let printing: PrintRoom?
    /// What passes and mails are made with.
    let passes: PassSupplies?
    /// What numbers of documents are hashed with; nil where none are checked.
    let identityKey: (@Sendable () throws -> IdentityKey)?
    private let keys: KeyRingSource?
    /// How often programs may ask.
    let programs = RateLimit(burst: 40, perSecond: 20)
    /// How often visitors may try to reserve, by network.
    let reservations = RateLimit(burst: 30, perSecond: 0.02)
    /// Tickets that visitors may reserve, by network: others have none of these.
    let reserved = HourlyQuota(most: 30)
    /// What was made by forms, so that nothing is made twice.
    let sent = SentForms()
    /// Lists that were sent to be imported, until somebody says that they are.
    let lists = KeptLists()
    /// Where lists are read and imported, which may take seconds: nobody else waits for them.
    let importing: StoreThreads
    /// Files of tickets that holders take along.
    let drawn = DrawnFiles()
    /// Files that are in memory at once.
    let files = Turns(most: 8)
    /// Where reports are read, which may take half a second: nobody else waits for them.
    let figures: StoreThreads

    /// - Parameter health: throws when the store does not answer; nil asks it.
    /// - Throws: `PageFault` for a template that is wrong; what opening the store does.
    init(
        _ premises: Premises, scheme: String = "http", assets: Assets = .embedded, health: HealthCheck? = nil,
        log: @escaping LogSink
    ) throws {
        pages = try Pages(assets)
        published = try assets.published().mapValues { Answer.asset($0.bytes, type: $0.type) }
        self.log = log
        self.scheme = scheme
        now = premises.now
        keys = premises.keyRing
        passes = premises.passes
        identityKey = premises.identityKey
        office = StoreThreads("office", count: 3, patience: 500, premises.openStore)
        doorkeeper = StoreThreads("doorkeeper", count: 1, patience: 16, premises.openStore)
        foyer = try premises.keyRing.map { try FoyerThreads(premises, $0) }
        gates = try premises.gates.map { try GateDesk($0, premises, log: log) }
        printing = try premises.printing.map { try PrintRoom($0, premises, log: log) }
        figures = StoreThreads("figures", count: 1, patience: 200, premises.openStore)
        importing = StoreThreads("lists", count: 1, patience: 16, premises.openStore)
        if let health {
            self.health = health
        } else {
            let store = try premises.openStore()
            self.health = HealthCheck { _ = try store.read { try $0.events.count() } }
        }
    }

    /// What signs tickets; nil without keys.
    ///
    /// - Throws: as `KeyRingWatch.current`.
    var keyRing: KeyRing? { get throws { try keys?() } }
}
