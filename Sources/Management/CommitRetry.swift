import Store
public import Ticketing

/// The id of the change that a transaction makes. The transaction's first audit record contains the id. If the store
/// has the id, it has the whole change. The store accepts each id only once.
final class IdempotencyMark {
    private var id: ChangeID?

    init(_ id: ChangeID?) { self.id = id }

    /// Returns the id on the first call, and nil on later calls.
    func consume() -> ChangeID? {
        defer { id = nil }
        return id
    }
}

extension ManagementServices {
    /// A change is attempted again only if the connection failed during the commit.
    private static let maximumAttempts = 3

    /// A copy of these services that makes only one change, under the given id. If several copies have the same id,
    /// only one of them makes its change.
    public func withChangeID(_ change: ChangeID) -> ManagementServices {
        var services = self
        services.change = change
        return services
    }

    /// Whether the change with this id was committed.
    public func hasCommitted(_ change: ChangeID) throws -> Bool {
        try store.write { try $0.audit.isStoredDurably(change) }
    }

    /// Runs work in one transaction. If the connection breaks before the store confirms the commit, the audit trail is
    /// searched for the change's id. The work runs again only if the audit trail does not contain the id.
    ///
    /// - Throws: `StoreError.outcomeUnknown` if the store cannot be reached to search for the id.
    func committedOnce<Result>(_ work: (any StoreConnection, IdempotencyMark) throws -> Result) throws -> Result {
        guard store.mayLoseCommitOutcome else { return try store.write { try work($0, IdempotencyMark(change)) } }
        var random = SystemRandomNumberGenerator()
        let id = change ?? ChangeID.random(using: &random)
        var lost: (result: Result, error: StoreError)?
        var attempts = 0
        while true {
            var latest: Result?
            do {
                return try store.write { connection in
                    let isMade = try lost != nil && connection.audit.isStoredDurably(id)
                    let result = if isMade, let lost { lost.result } else { try work(connection, IdempotencyMark(id)) }
                    latest = result
                    return result
                }
            } catch let error as StoreError {
                attempts += 1
                guard case .outcomeUnknown = error, let latest, attempts < ManagementServices.maximumAttempts else {
                    // It is still unknown whether an earlier attempt that lost its connection was committed, so throw
                    // the error of that attempt.
                    throw lost?.error ?? error
                }
                lost = (latest, error)
            } catch {
                guard let lost else { throw error }
                // This attempt was refused, perhaps because an earlier attempt was committed after all.
                let isMade: Bool
                do { isMade = try store.write { try $0.audit.isStoredDurably(id) } } catch { throw lost.error }
                if isMade { return lost.result }
                throw error
            }
        }
    }
}
