import Management
import Synchronization
import Ticketing

/// A list that was sent to be imported, as it was read: the file itself is gone.
struct KeptList: Sendable {
    let session: WebSessionID
    let user: UserID
    let event: EventNumber
    let kind: ListKind
    let sent: Instant
    /// In the order in which they came.
    var place = 0
    var state: State

    enum State: Sendable {
        case waiting(Content)
        /// Somebody has said that it is imported.
        case underWay(Content)
        /// Its rows are gone.
        case done(ListTrial)
    }

    struct Content: Sendable {
        let file: ListFile
        let columns: ListColumns
        let rows: Int
        var plan: ListPlan
        /// What the plan would come to.
        var trial: ListTrial
    }
}

/// The lists that wait for somebody to say that they are imported. Each is there for the session that has sent it, an
/// hour long, in memory alone: it is gone with the session, and with the server.
final class KeptLists: Sendable {
    static let seconds: Int64 = 3600
    /// Of one user; the oldest goes for another.
    private static let mostOfUser = 3
    /// Of all users: 16 MiB each.
    private static let most = 16

    private let lists = Mutex<[String: KeptList]>([:])
    /// Lists that were kept so far.
    private let count = Atomic(0)

    /// Keeps one and hands over its id, by which only its session gets it.
    ///
    /// - Throws: `Problem` 503 where there are too many.
    func keep(_ list: KeptList) throws -> String {
        let id = "\(String(UInt64.random(in: .min ... .max), radix: 36))"
        var list = list
        list.place = count.add(1, ordering: .relaxed).newValue
        try lists.withLock { [list] lists in
            KeptLists.forgetOld(&lists, at: list.sent)
            let own = lists.filter { $0.value.user == list.user && !$0.value.isUnderWay }
            if own.count >= KeptLists.mostOfUser, let oldest = own.min(by: { $0.value.place < $1.value.place }) {
                lists[oldest.key] = nil
            }
            guard lists.count < KeptLists.most else { throw Problem.busy }
            lists[id] = list
        }
        forgetLater(id)
        return id
    }

    /// Nil where there is none for the session, of the event and the kind.
    func list(_ id: String, of session: WebSessionID, _ event: EventNumber, _ kind: ListKind, at now: Instant)
        -> KeptList?
    {
        lists.withLock { lists in
            KeptLists.forgetOld(&lists, at: now)
            return lists[id].flatMap {
                $0.session == session && $0.event == event && $0.kind == kind ? $0 : nil
            }
        }
    }

    /// Changes a list that waits; one that is under way or done stays as it is.
    func change(_ id: String, to plan: ListPlan, _ trial: ListTrial) {
        lists.withLock { lists in
            guard case .waiting(var content) = lists[id]?.state else { return }
            (content.plan, content.trial) = (plan, trial)
            lists[id]?.state = .waiting(content)
        }
    }

    /// Takes a list to import it, as it was seen; nil where it is not there any more as it was.
    func begin(_ id: String, as revision: Int) -> KeptList.Content? {
        lists.withLock { lists in
            guard case .waiting(let content) = lists[id]?.state, content.plan.revision == revision else { return nil }
            lists[id]?.state = .underWay(content)
            return content
        }
    }

    /// It is imported.
    func finish(_ id: String, _ done: ListTrial) {
        lists.withLock { $0[id]?.state = .done(done) }
    }

    /// It was not imported, and waits again.
    func giveBack(_ id: String) {
        lists.withLock { lists in
            guard case .underWay(let content) = lists[id]?.state else { return }
            lists[id]?.state = .waiting(content)
        }
    }

    func forget(_ id: String) {
        lists.withLock { lists in
            if lists[id]?.isUnderWay == false { lists[id] = nil }
        }
    }

    /// Who signs out leaves none.
    func forget(of session: WebSessionID) { lists.withLock { $0 = $0.filter { $0.value.session != session } } }

    func forget(of user: UserID) { lists.withLock { $0 = $0.filter { $0.value.user != user } } }

    private static func forgetOld(_ lists: inout [String: KeptList], at now: Instant) {
        lists = lists.filter { $0.value.isUnderWay || now < $0.value.sent.advanced(bySeconds: seconds) }
    }

    /// Also where nobody asks for lists any more.
    private func forgetLater(_ id: String) {
        Task { [weak self] in
            try await Task.sleep(for: .seconds(KeptLists.seconds))
            self?.forget(id)
        }
    }
}

extension KeptList {
    fileprivate var isUnderWay: Bool { if case .underWay = state { true } else { false } }
}
