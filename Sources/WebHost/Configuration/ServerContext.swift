package import Management
package import Messaging
package import Pictures
package import Store
package import TicketToken
package import Ticketing

/// The parts of the server that all routes share: page templates, threads with connections to the store, keys and
/// limits.
package struct ServerContext: Sendable {
    package let health: HealthCheck
    package let metrics = Metrics()
    package let pages: PageRenderer
    /// The scripts, style sheets, icons and fonts, by the path of their URL.
    package let assets: [String: PublishedAsset]
    package let log: LogSink
    /// The scheme of the server’s URLs: `http` or `https`.
    let scheme: String
    package let now: @Sendable () -> Instant
    /// Opens a new connection to the store. Each connection serves one thread at a time.
    package let openStore: @Sendable () throws -> Store
    /// Threads for the requests of organizers.
    package let storeThreads: StoreThreads
    /// The thread that verifies passwords. Each verification keeps a CPU core busy and needs 32 MiB of memory, so only
    /// one verification runs at a time.
    let passwordThreads: StoreThreads
    /// Threads that authorize requests to gates. These threads do nothing else, so that other requests never delay a
    /// scan. Nil if the server runs no gates.
    package let gateThreads: StoreThreads?
    /// The certificates for wallet passes, and the address from which ticket mails come; nil if neither is configured.
    let ticketFiles: TicketFileConfiguration?
    /// Reads the key that hashes the numbers of identity documents; nil if the server checks no identity documents.
    package let identityKey: (@Sendable () throws -> IdentityKey)?
    /// Reads the signing keys; nil if the server has no signing keys.
    package let keys: KeyRingSource?
    /// Reads the settings for messages; nil if the server sends no messages.
    package let messages: MessageSettingsSource?
    /// Whether the server also has the pages for people who develop the program.
    package let mode: ServerConfiguration.Mode
    /// Decodes the pictures that organizers upload; nil if the server accepts no pictures.
    package let pictures: PicturePool?
    let apiRateLimit = RateLimit(burst: 40, perSecond: 20)
    /// The responses to submitted forms. They ensure that a form that is sent again changes nothing.
    package let formSubmissions = FormSubmissions()
    /// The thread that reads and imports lists. One list can take seconds.
    package let importThreads: StoreThreads
    /// Limits the number of uploaded files in memory.
    let uploadLimiter = ConcurrencyLimiter(maximum: 8)
    /// The thread that reads reports from the store. One report can take half a second.
    package let reportThreads: StoreThreads
    /// Finds the place of a page in the site: its area, its tab, and its subject, such as `Order 1234`.
    let location: @Sendable (PageRequest) -> PageLocation
    /// Called when a user signs out or ends another session.
    let onSignOut: @Sendable (EndedSessions) -> Void

    /// Makes the context: reads the templates and opens the store.
    ///
    /// - Parameters:
    ///   - health: the health check. If it is nil, the check queries the store.
    ///   - gateThreads: threads that authorize requests to gates; nil if the server runs no gates.
    ///   - location: finds the place of a page in the site; by default, pages have no area, no tab and no subject.
    ///   - onSignOut: called when a user signs out or ends another session.
    /// - Throws: `TemplateError` for an invalid template; any error of opening the store.
    package init(
        _ configuration: ServerConfiguration, scheme: String = "http", health: HealthCheck? = nil,
        gateThreads: StoreThreads? = nil,
        location: @escaping @Sendable (PageRequest) -> PageLocation = { _ in PageLocation() },
        onSignOut: @escaping @Sendable (EndedSessions) -> Void = { _ in },
        log: @escaping LogSink
    ) throws {
        pages = try PageRenderer.ofEmbeddedAssets()
        assets = try Assets.publicFilesOfProgram()
        self.log = log
        self.gateThreads = gateThreads
        self.location = location
        self.onSignOut = onSignOut
        self.scheme = scheme
        now = configuration.now
        openStore = configuration.openStore
        keys = configuration.keyRing
        messages = configuration.messages
        mode = configuration.options.mode
        pictures = configuration.pictures
        ticketFiles = configuration.passes
        identityKey = configuration.identityKey
        storeThreads = StoreThreads("organizers", count: 3, maximumWaiting: 500, configuration.openStore)
        passwordThreads = StoreThreads("passwords", count: 1, maximumWaiting: 16, configuration.openStore)
        reportThreads = StoreThreads("reports", count: 1, maximumWaiting: 200, configuration.openStore)
        importThreads = StoreThreads("imports", count: 1, maximumWaiting: 16, configuration.openStore)
        if let health {
            self.health = health
        } else {
            let store = try configuration.openStore()
            self.health = HealthCheck { _ = try store.read { try $0.events.count() } }
        }
    }

    /// The signing keys; nil if the server has no signing keys.
    ///
    /// - Throws: the errors of `KeyRingWatch.current`.
    package var keyRing: KeyRing? { get throws { try keys?() } }

    /// The websites that may show an organizer’s widgets, which are pages of this server, in a frame.
    ///
    /// - Parameter listed: the websites that the organizer has listed.
    package func embedders(among listed: [WebOrigin]) -> [WebOrigin] {
        // With http, the host of an origin is always the visitor’s own computer. Only people who develop a website
        // there need widgets from such an origin.
        listed.filter { $0.isEncrypted || mode == .development }
    }
}
