import Management
import Store
import TicketToken

/// The foyer, on threads that wait for the store with connections of their own: however many strangers come, those who
/// work in the office wait for none of them.
struct FoyerThreads: Sendable {
    private let threads: StoreThreads
    private let foyer: Foyer
    private let keys: KeyRingSource

    /// - Throws: what opening the store does.
    init(_ premises: Premises, _ keys: @escaping KeyRingSource) throws {
        self.keys = keys
        foyer = try Foyer(to: premises.openStore(), signingWith: keys(), clock: premises.now)
        threads = StoreThreads("foyer", count: 2, patience: 200, premises.openStore)
    }

    /// - Throws: `Problem` 404 for what is not there, 503 when too many wait; what the work does.
    func run<Result: Sendable>(_ work: @escaping @Sendable (Foyer) throws -> Result) async throws -> Result {
        do {
            return try await threads.run { [foyer, keys] in try work(foyer.over($0, signingWith: keys())) }
        } catch FoyerError.notThere {
            throw Problem.notThere
        }
    }
}

extension Problem {
    static let notThere = Problem(.notFound, "There is nothing by this address, or not any more.")
}

extension House {
    /// - Throws: as `FoyerThreads.run`; 404 where there is no foyer.
    func inFoyer<Result: Sendable>(_ work: @escaping @Sendable (Foyer) throws -> Result) async throws -> Result {
        guard let foyer else { throw Problem.notThere }
        return try await foyer.run(work)
    }
}
