public import Store
public import Ticketing

/// Removes old data from the store: messages, expired codes and links, counts of undecided scans, delivery reports
/// whose messages are unknown, push subscriptions that were never confirmed, and requests for news from visitors who
/// never confirmed their reservations. For events that are long over, also removes the records of queued reminders.
/// Messages that wait to be sent are never removed. Messages of kinds that are sent only once for an event are not
/// removed either (`Notices.keptKinds`).
public struct NoticePruner: Sendable {
    /// The maximum number of notices that one transaction removes. The number is small, so that gates do not wait long.
    public static let batchSize = 200

    private let now: @Sendable () -> Instant
    private let days: Int

    /// - Parameter days: the age in days after which notices are removed; at least `NoticeRetention.leastDays`.
    public init(clock now: @escaping @Sendable () -> Instant, olderThanDays days: Int = NoticeRetention.days) {
        precondition(days >= NoticeRetention.leastDays)
        self.now = now
        self.days = days
    }

    /// The state of a removal that takes several transactions.
    public struct Progress: Sendable {
        fileprivate let noticesUntil: Instant
        fileprivate let recordsUntil: Instant
        fileprivate let undecidedUntil: Instant
        fileprivate let earlyReportsUntil: Instant
        fileprivate let proofsUntil: Instant
        fileprivate var step = Step.notices(after: nil)
        /// The number of notices that were removed.
        public fileprivate(set) var removed = 0

        fileprivate enum Step {
            case notices(after: Notices.SettledPosition?)
            case counts
            case records(after: EventNumber?)
            case proofs
            case newsRequests
            case subscriptions
            case finished
        }

        public var isFinished: Bool { if case .finished = step { true } else { false } }
    }

    /// Begins a removal.
    public func begin() -> Progress {
        let now = now()
        let noticesUntil = now.advanced(bySeconds: -Int64(days) * 86_400)
        return Progress(
            noticesUntil: noticesUntil,
            recordsUntil: noticesUntil.advanced(bySeconds: -NoticeRetention.recordMarginSeconds),
            undecidedUntil: now.advanced(bySeconds: -NoticeRetention.undecidedScanSeconds),
            earlyReportsUntil: now.advanced(bySeconds: -NoticeRetention.earlyReportSeconds),
            proofsUntil: now.advanced(bySeconds: -NoticeRetention.proofSeconds))
    }

    /// Continues a removal with one small transaction. Takes the store's write lock only if there is something to
    /// remove.
    public func advance(_ progress: inout Progress, _ store: Store) throws {
        switch progress.step {
        case .notices(let last):
            let page = try settled(progress, after: last, store)
            if !page.removable.isEmpty {
                progress.removed += try store.write { try $0.notices.removeSettled(page.removable) }
            }
            progress.step = page.next.map { .notices(after: $0) } ?? .counts
        case .counts: if try !removeCounts(progress, store) { progress.step = .records(after: nil) }
        case .records(let last): progress.step = try removeRecords(progress, after: last, store)
        case .proofs:
            let (moment, limit) = (progress.proofsUntil, NoticePruner.batchSize)
            guard try store.read({ try $0.addressProofs.hasAny(expiredAt: moment) }) else {
                progress.step = .newsRequests
                return
            }
            let removed = try store.write { try $0.addressProofs.prune(expiredAt: moment, limit: limit) }
            if removed < limit { progress.step = .newsRequests }
        case .newsRequests:
            // A request for news is removed only after the link that confirms the reservation has expired.
            let (moment, limit) = (progress.proofsUntil, NoticePruner.batchSize)
            guard try store.read({ try $0.newsConsents.hasAnyRequest(madeBy: moment) }) else {
                progress.step = .subscriptions
                return
            }
            let removed = try store.write { try $0.newsConsents.pruneRequests(madeBy: moment, limit: limit) }
            if removed < limit { progress.step = .subscriptions }
        case .subscriptions:
            let (moment, limit) = (progress.proofsUntil, NoticePruner.batchSize)
            guard try store.read({ try $0.pushSubscriptions.hasUnconfirmed(madeBy: moment) }) else {
                progress.step = .finished
                return
            }
            let removed = try store.write { try $0.pushSubscriptions.pruneUnconfirmed(madeBy: moment, limit: limit) }
            if removed < limit { progress.step = .finished }
        case .finished: break
        }
    }

    /// Removes some old counts of undecided scans, and the delivery reports whose messages are unknown. Returns false
    /// if the store has neither.
    private func removeCounts(_ progress: Progress, _ store: Store) throws -> Bool {
        let hasAny = try store.read { connection in
            try connection.undecidedScans.hasAny(until: progress.undecidedUntil)
                || connection.earlyReports.hasAny(until: progress.earlyReportsUntil)
        }
        guard hasAny else { return false }
        try store.write { connection in
            _ = try connection.undecidedScans.prune(until: progress.undecidedUntil, limit: NoticePruner.batchSize)
            try connection.earlyReports.prune(until: progress.earlyReportsUntil)
        }
        return true
    }

    /// Removes some records of the next event that is long over.
    ///
    /// - Parameter last: the number of the last event whose old records were all removed; nil before the first step.
    /// - Returns: the next step of the removal.
    private func removeRecords(
        _ progress: Progress, after last: EventNumber?, _ store: Store
    ) throws -> Progress.Step {
        let (moment, limit) = (progress.recordsUntil, NoticePruner.batchSize)
        guard let event = try store.read({ try $0.reminders.prunableEvent(after: last, until: moment) }) else {
            return .proofs
        }
        let removed = try store.write { try $0.reminders.prune(event, until: moment, limit: limit) }
        return .records(after: removed < limit ? event : last)
    }

    /// Runs a whole removal in small transactions.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of transactions. The next call continues the removal.
    ///   - isStopping: called between two transactions. If it returns true, the removal ends early.
    /// - Returns: the number of removed notices.
    public func removeAll(
        _ store: Store, transactions limit: Int = .max, isStopping: () -> Bool = { false }
    ) throws -> Int {
        var progress = begin()
        var count = 0
        while !progress.isFinished, count < limit, !isStopping() {
            try advance(&progress, store)
            count += 1
        }
        return progress.removed
    }

    /// The number of notices that `removeAll` would remove.
    public func count(_ store: Store) throws -> Int {
        let progress = begin()
        var last: Notices.SettledPosition?
        var count = 0
        repeat {
            let page = try settled(progress, after: last, store)
            count += page.removable.count
            last = page.next
        } while last != nil
        return count
    }

    private func settled(
        _ progress: Progress, after last: Notices.SettledPosition?, _ store: Store
    ) throws -> Notices.SettledPage {
        try store.read {
            try $0.notices.settled(until: progress.noticesUntil, after: last, limit: NoticePruner.batchSize)
        }
    }
}

/// Removes old messages once a day, with one small transaction at a time, while a process sends messages.
public struct DailyNoticePruning: Sendable {
    private static let secondsBetween: Int64 = 86_400

    private let now: @Sendable () -> Instant
    private var progress: NoticePruner.Progress?
    private var lastBegun: Instant?

    public init(clock now: @escaping @Sendable () -> Instant) {
        self.now = now
    }

    /// Continues the current removal. If no removal is in progress and a day has passed since the last removal began,
    /// begins a new removal. After an error, a new removal begins a day later.
    ///
    /// - Parameter days: the age in days after which notices are removed; at least `NoticeRetention.leastDays`.
    public mutating func advance(_ store: Store, olderThanDays days: Int = NoticeRetention.days) throws {
        let pruner = NoticePruner(clock: self.now, olderThanDays: days)
        let now = now()
        if progress == nil {
            // If the clock was set back, the last removal can seem to be in the future. A new removal then begins at
            // once.
            if let lastBegun, now >= lastBegun,
                now < lastBegun.advanced(bySeconds: DailyNoticePruning.secondsBetween)
            {
                return
            }
            lastBegun = now
        }
        var current = progress ?? pruner.begin()
        progress = nil
        try pruner.advance(&current, store)
        if !current.isFinished { progress = current }
    }
}
