import Management
package import WebHost

/// The objects that the pages of the public site share: the storefront, limits on reservations, and rendered files.
package struct PublicSite: Sendable {
    let server: ServerContext
    /// The rate limit of visitors' reservations, for each network.
    let reservationRateLimit = RateLimit(burst: 30, perSecond: 0.02)
    /// The number of tickets that visitors of one network may reserve per hour.
    let reservationQuota = HourlyQuota(most: 30)
    /// Cache of rendered ticket files.
    let renderedFiles = RenderedFileCache()
    /// Nil if the server has no keys.
    private let storefront: StorefrontThreads?

    /// - Throws: any error of opening the store.
    package init(_ server: ServerContext) throws {
        self.server = server
        storefront = try server.keys.map { try StorefrontThreads(server, $0) }
    }

    /// - Throws: the errors of `StorefrontThreads.run`; `Problem` 404 if the server has no keys and so no public site.
    func withStorefront<Result: Sendable>(_ work: @escaping @Sendable (Storefront) throws -> Result) async throws
        -> Result
    {
        guard let storefront else { throw Problem.linkNotFound }
        return try await storefront.run(work)
    }
}
