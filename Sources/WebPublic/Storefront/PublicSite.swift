import Management
package import WebHost

/// The objects that the pages of the public site share: the storefront, limits on reservations, and rendered files.
package struct PublicSite: Sendable {
    /// The number of tickets that the visitors of one network can reserve per hour.
    static let hourlyQuota = 30

    let server: ServerContext
    /// Limits how often the visitors of one network can make reservations.
    let reservationRateLimit = RateLimit(burst: 30, perSecond: 0.02)
    /// Limits how many tickets the visitors of one network can reserve per hour.
    let reservationQuota = HourlyQuota(most: PublicSite.hourlyQuota)
    /// Limits how often the visitors of one network can transfer tickets.
    let transferRateLimit = RateLimit(burst: 30, perSecond: 0.02)
    /// Limits how often the visitors of one network can open old links of tickets, because each time, the program
    /// searches the audit trail for the reason why the link was replaced.
    let oldLinkRateLimit = RateLimit(burst: 100, perSecond: 1)
    /// Limits how often the visitors of one network can ask for recommendations and for the nearest city.
    let discoveryRateLimit = RateLimit(burst: 60, perSecond: 1)
    let candidateCache = CandidateCache()
    let renderedFiles = RenderedFileCache()
    let shareCards = ShareCardCache()
    /// The storefront, and the threads that it runs on. Nil if the server has no signing keys.
    private let storefront: StorefrontThreads?

    /// Opens the store if the server has signing keys.
    package init(_ server: ServerContext) throws {
        self.server = server
        storefront = try server.keys.map { try StorefrontThreads(server, $0) }
    }

    /// Runs a closure with the storefront on one of the storefront's threads.
    ///
    /// - Throws: the errors of `StorefrontThreads.run`; `Problem` 404 if the server has no signing keys, because it
    ///   then has no public site.
    func withStorefront<Result: Sendable>(_ work: @escaping @Sendable (Storefront) throws -> Result) async throws
        -> Result
    {
        guard let storefront else { throw Problem.pageNotFound }
        return try await storefront.run(work)
    }
}
