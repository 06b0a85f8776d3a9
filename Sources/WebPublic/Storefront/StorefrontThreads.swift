import Management
import MessageTransport
import Store
import TicketToken
import Ticketing
import WebHost

/// The threads on which the public site uses the store. They have their own connections to the store, so that a rush of
/// visitors does not delay organizers.
struct StorefrontThreads: Sendable {
    private let threads: StoreThreads
    private let storefront: Storefront
    private let keys: KeyRingSource

    /// Opens the store and creates the threads.
    init(_ server: ServerContext, _ keys: @escaping KeyRingSource) throws {
        self.keys = keys
        let messages = server.messages
        storefront = try Storefront(
            to: server.openStore(), signingWith: keys(), clock: server.now,
            confirmsReservations: { try messages?().sendsLinks(by: $0) ?? false },
            pushTerms: { try messages?().pushTerms() }, noticePolicy: { server.noticePolicy })
        threads = StoreThreads("storefront", count: 2, maximumWaiting: 200, server.openStore)
    }

    /// Runs a closure with the storefront on one of the threads.
    ///
    /// - Throws: `Problem` 404 if `work` throws `StorefrontError.notFound`, `Problem` 503 if too many requests are
    ///   waiting; any other error of `work`.
    func run<Result: Sendable>(_ work: @escaping @Sendable (Storefront) throws -> Result) async throws -> Result {
        do {
            return try await threads.run { [storefront, keys] in try work(storefront.using($0, signingWith: keys())) }
        } catch StorefrontError.notFound {
            throw Problem.pageNotFound
        }
    }
}
