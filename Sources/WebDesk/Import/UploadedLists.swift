import Management
import Synchronization
import Ticketing
package import WebHost

/// An uploaded list after parsing. The uploaded file itself is not kept.
struct UploadedList: Sendable {
    let session: WebSessionID
    let user: UserID
    let event: EventNumber
    let kind: ImportKind
    let sent: Instant
    /// The position of this list in the order in which lists were added.
    var sequence = 0
    var state: State

    enum State: Sendable {
        case ready(Content)
        case importing(Content)
        /// The import is over, and the rows are no longer kept.
        case done(ImportResult)
    }

    struct Content: Sendable {
        let file: GuestListFile
        let columns: GuestListColumns
        let rows: Int
        var plan: ImportPlan
        var preview: ImportResult
    }
}

/// Uploaded lists that wait until the user confirms their import. A list belongs to the session that uploaded the
/// list, and expires after an hour. Lists exist only in memory: they are lost when the session ends or the server
/// stops.
package final class UploadedLists: Sendable {
    static let lifetimeSeconds: Int64 = 3600
    /// The largest number of lists per user. Lists that are being imported do not count. If a user uploads more lists,
    /// the user’s oldest list is evicted.
    private static let maxListsPerUser = 3
    /// The largest number of lists that the server keeps for all users together. A list needs up to 16 MiB of memory.
    private static let maxLists = 16

    private let lists = Mutex<[String: UploadedList]>([:])
    private let count = Atomic(0)
    private let waitForExpiry: @Sendable () async throws -> Void

    package convenience init() {
        self.init { try await Task.sleep(for: .seconds(UploadedLists.lifetimeSeconds)) }
    }

    /// - Parameter waitForExpiry: returns after the lifetime of a list.
    init(waitForExpiry: @escaping @Sendable () async throws -> Void) { self.waitForExpiry = waitForExpiry }

    /// Adds a list and returns its id. Only the session that uploaded the list can find the list.
    ///
    /// - Throws: `Problem` 503 if the server already keeps `maxLists` lists.
    func add(_ list: UploadedList) throws -> String {
        let id = "\(String(UInt64.random(in: .min ... .max), radix: 36))"
        var list = list
        list.sequence = count.add(1, ordering: .relaxed).newValue
        try lists.withLock { [list] lists in
            UploadedLists.evictExpired(&lists, at: list.sent)
            let own = lists.filter { $0.value.user == list.user && !$0.value.isImporting }
            if own.count >= UploadedLists.maxListsPerUser,
                let oldest = own.min(by: { $0.value.sequence < $1.value.sequence })
            {
                lists[oldest.key] = nil
            }
            guard lists.count < UploadedLists.maxLists else { throw Problem.busy }
            lists[id] = list
        }
        scheduleExpiry(id)
        return id
    }

    /// The list with an id; nil if the session has no such list for the event and the kind.
    func list(_ id: String, of session: WebSessionID, _ event: EventNumber, _ kind: ImportKind, at now: Instant)
        -> UploadedList?
    {
        lists.withLock { lists in
            UploadedLists.evictExpired(&lists, at: now)
            return lists[id].flatMap {
                $0.session == session && $0.event == event && $0.kind == kind ? $0 : nil
            }
        }
    }

    /// Changes the plan of a list that waits for confirmation. Does nothing if the list’s import has started or is
    /// over.
    func change(_ id: String, to plan: ImportPlan, _ preview: ImportResult) {
        lists.withLock { lists in
            guard case .ready(var content) = lists[id]?.state else { return }
            (content.plan, content.preview) = (plan, preview)
            lists[id]?.state = .ready(content)
        }
    }

    /// Marks a list as being imported, and returns its content. Returns nil if the list no longer exists, if it does
    /// not wait for confirmation, or if the revision of its plan is not `revision`.
    func beginImport(_ id: String, as revision: Int) -> UploadedList.Content? {
        lists.withLock { lists in
            guard case .ready(let content) = lists[id]?.state, content.plan.revision == revision else { return nil }
            lists[id]?.state = .importing(content)
            return content
        }
    }

    /// Ends a list’s import: removes the rows of the list and keeps the result.
    func finishImport(_ id: String, _ done: ImportResult) {
        lists.withLock { $0[id]?.state = .done(done) }
    }

    /// Makes the list wait for confirmation again after its import has failed.
    func abortImport(_ id: String) {
        lists.withLock { lists in
            guard case .importing(let content) = lists[id]?.state else { return }
            lists[id]?.state = .ready(content)
        }
    }

    /// Removes a list. Does nothing and returns false if the list is being imported.
    @discardableResult
    func remove(_ id: String) -> Bool {
        lists.withLock { lists in
            if lists[id]?.isImporting == true { return false }
            lists[id] = nil
            return true
        }
    }

    /// Removes all lists of sessions that end.
    package func remove(of sessions: EndedSessions) {
        lists.withLock { lists in
            lists = lists.filter { _, list in
                switch sessions {
                case .one(let session): list.session != session
                case .all(let user): list.user != user
                }
            }
        }
    }

    private static func evictExpired(_ lists: inout [String: UploadedList], at now: Instant) {
        lists = lists.filter { $0.value.isImporting || now < $0.value.sent.advanced(bySeconds: lifetimeSeconds) }
    }

    /// Removes a list after its lifetime, even if no further request reads or adds a list. A list that is being
    /// imported at that time is kept for another lifetime.
    private func scheduleExpiry(_ id: String) {
        Task { [weak self, waitForExpiry] in
            repeat { try await waitForExpiry() } while self?.remove(id) == false
        }
    }
}

extension UploadedList {
    fileprivate var isImporting: Bool { if case .importing = state { true } else { false } }
}
