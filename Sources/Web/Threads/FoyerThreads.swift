import Management
import Store
import TicketToken

/// Threads of the public site, with separate store connections: a rush of visitors does not delay organizers.
struct StorefrontThreads: Sendable {
    private let threads: StoreThreads
    private let foyer: Storefront
    private let keys: KeyRingSource

    /// - Throws: any error of opening the store.
    init(_ premises: ServerConfiguration, _ keys: @escaping KeyRingSource) throws {
        self.keys = keys
        foyer = try Storefront(to: premises.openStore(), signingWith: keys(), clock: premises.now)
        threads = StoreThreads("foyer", count: 2, maximumWaiting: 200, premises.openStore)
    }

    /// - Throws: `Problem` 404 if the item does not exist, 503 if too many requests wait; any error of `work`.
    func run<Result: Sendable>(_ work: @escaping @Sendable (Storefront) throws -> Result) async throws -> Result {
        do {
            return try await threads.run { [foyer, keys] in try work(foyer.using($0, signingWith: keys())) }
        } catch StorefrontError.notFound {
            throw Problem.linkNotFound
        }
    }
}

extension Problem {
    static let linkNotFound = Problem(.notFound, "There is nothing at this address, or no longer.")
}

extension ServerContext {
    /// - Throws: as `StorefrontThreads.run`; `Problem` 404 if the server has no keys and so no public site.
    func withStorefront<Result: Sendable>(_ work: @escaping @Sendable (Storefront) throws -> Result) async throws
        -> Result
    {
        guard let storefront else { throw Problem.linkNotFound }
        return try await storefront.run(work)
    }
}
