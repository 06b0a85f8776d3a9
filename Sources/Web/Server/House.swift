import Management
import Store
import TicketToken
import Ticketing

/// What all routes share: pages, store threads, keys, limits and services.
struct ServerContext: Sendable {
    let health: HealthCheck
    let metrics = Metrics()
    let pages: PageRenderer
    /// Responses for scripts, style sheets and icons, by path.
    let assetResponses: [String: RouteResponse]
    let log: LogSink
    /// `http` or `https`.
    let scheme: String
    let now: @Sendable () -> Instant
    /// Threads for the requests of organizers.
    let storeThreads: StoreThreads
    /// The thread that verifies passwords. Each takes a CPU core and 32 MiB, so it is one at a time.
    let passwordThreads: StoreThreads
    /// The public site; nil without keys.
    let storefront: StorefrontThreads?
    /// Nil if the server runs no gates.
    let gates: GateService?
    /// Nil if the server can't print.
    let printing: PrintJobRunner?
    /// Certificates for wallet passes, and the sender of mails.
    let ticketFiles: TicketFileConfiguration?
    /// Reads the key that hashes numbers of identity documents; nil if the server checks none.
    let identityKey: (@Sendable () throws -> IdentityKey)?
    private let keys: KeyRingSource?
    /// Rate limit of API tokens.
    let apiRateLimit = RateLimit(burst: 40, perSecond: 20)
    /// Rate limit of reservations by visitors, per network.
    let reservationRateLimit = RateLimit(burst: 30, perSecond: 0.02)
    /// Tickets that visitors may reserve per hour and network.
    let reservationQuota = HourlyQuota(most: 30)
    /// The results of submitted forms, so that a form that is sent again changes nothing.
    let formSubmissions = FormSubmissions()
    /// Uploaded lists that wait to be confirmed.
    let pendingImports = UploadedLists()
    /// The thread that reads and imports lists, which may take seconds.
    let importThreads: StoreThreads
    /// Cache of rendered ticket files.
    let renderedFiles = RenderedFileCache()
    /// Limits the uploaded files in memory.
    let uploadLimiter = ConcurrencyLimiter(maximum: 8)
    /// The thread that reads reports, which may take half a second.
    let reportThreads: StoreThreads
    /// Finds the place of a page in the site.
    let location: @Sendable (PageRequest) -> PageLocation

    /// - Parameters:
    ///   - health: the health check; nil queries the store.
    ///   - location: finds the place of a page in the site; by default, pages have neither tab nor subject.
    /// - Throws: `TemplateError` for an invalid template; any error of opening the store.
    init(
        _ premises: ServerConfiguration, scheme: String = "http", assets: Assets = .embedded,
        health: HealthCheck? = nil, location: @escaping @Sendable (PageRequest) -> PageLocation = { _ in PageLocation() },
        log: @escaping LogSink
    ) throws {
        pages = try PageRenderer(assets)
        assetResponses = try assets.publicFiles().mapValues { RouteResponse.asset($0.bytes, type: $0.type) }
        self.log = log
        self.location = location
        self.scheme = scheme
        now = premises.now
        keys = premises.keyRing
        ticketFiles = premises.passes
        identityKey = premises.identityKey
        storeThreads = StoreThreads("office", count: 3, maximumWaiting: 500, premises.openStore)
        passwordThreads = StoreThreads("doorkeeper", count: 1, maximumWaiting: 16, premises.openStore)
        storefront = try premises.keyRing.map { try StorefrontThreads(premises, $0) }
        gates = try premises.gates.map { try GateService($0, premises, log: log) }
        printing = try premises.printing.map { try PrintJobRunner($0, premises, log: log) }
        reportThreads = StoreThreads("figures", count: 1, maximumWaiting: 200, premises.openStore)
        importThreads = StoreThreads("lists", count: 1, maximumWaiting: 16, premises.openStore)
        if let health {
            self.health = health
        } else {
            let store = try premises.openStore()
            self.health = HealthCheck { _ = try store.read { try $0.events.count() } }
        }
    }

    /// The signing keys; nil if the server has none.
    ///
    /// - Throws: as `KeyRingWatch.current`.
    var keyRing: KeyRing? { get throws { try keys?() } }
}
