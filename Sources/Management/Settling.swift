import Store
public import Ticketing

/// The id of the change that a transaction makes. The first record that it writes into the audit trail carries it: so it
/// is stored when the change is, and the store takes it once.
final class ChangeMark {
    private var id: ChangeID?

    init(_ id: ChangeID?) { self.id = id }

    /// The id, for the first who asks.
    func take() -> ChangeID? {
        defer { id = nil }
        return id
    }
}

extension Office {
    /// How often a change is begun whose answers are lost.
    private static let attempts = 3

    /// The same office for one change of a given id: it is made once, whoever asks for it again.
    public func marked(_ change: ChangeID) -> Office {
        var office = self
        office.change = change
        return office
    }

    /// Whether a change that was marked so was made.
    public func hasMade(_ change: ChangeID) throws -> Bool { try store.write { try $0.audit.confirm(change) } }

    /// Does work that changes something in one transaction. When the connection breaks between the commit and its answer,
    /// the audit trail is asked for the change by its id: what is there was made, what is not is done again.
    ///
    /// - Throws: `StoreError.outcomeUnknown` when the store can't be asked any more.
    func settled<Result>(_ work: (any StoreConnection, ChangeMark) throws -> Result) throws -> Result {
        guard store.losesAnswers else { return try store.write { try work($0, ChangeMark(change)) } }
        var random = SystemRandomNumberGenerator()
        let id = change ?? ChangeID.random(using: &random)
        var lost: (result: Result, error: StoreError)?
        var attempts = 0
        while true {
            var latest: Result?
            do {
                return try store.write { connection in
                    let isMade = try lost != nil && connection.audit.confirm(id)
                    let result = if isMade, let lost { lost.result } else { try work(connection, ChangeMark(id)) }
                    latest = result
                    return result
                }
            } catch let error as StoreError {
                attempts += 1
                guard case .outcomeUnknown = error, let latest, attempts < Office.attempts else {
                    // Trouble on the way back says nothing of the first attempt.
                    throw lost?.error ?? error
                }
                lost = (latest, error)
            } catch {
                guard let lost else { throw error }
                // Refused the second time: perhaps because of what the first has done meanwhile.
                let isMade: Bool
                do { isMade = try store.write { try $0.audit.confirm(id) } } catch { throw lost.error }
                if isMade { return lost.result }
                throw error
            }
        }
    }
}
