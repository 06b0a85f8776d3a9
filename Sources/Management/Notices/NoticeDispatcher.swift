import Cryptography
public import Store
public import Ticketing

/// Decides whether, when and by which channel the notices that are due are sent. Leases them to the process that sends
/// them, and stores the results. Several processes can use one store, because each notice is leased to only one process
/// at a time.
public struct NoticeDispatcher: Sendable {
    /// The time for which a notice is leased, in seconds. Sending a message always takes less time. If a process
    /// crashes, its leases expire after this time, and the messages are sent again, even a message that the server has
    /// already accepted.
    public static let leaseSeconds: Int64 = 300
    /// The number of seconds after which a notice that cannot be read becomes due again.
    private static let setAsideSeconds: Int64 = 3600
    /// The maximum number of notices that one transaction decides about. The number is small, so that gates do not wait
    /// long.
    public static let batchSize = 20

    let now: @Sendable () -> Instant

    public init(clock now: @escaping @Sendable () -> Instant) { self.now = now }

    /// A notice to be sent now.
    public struct Lease: Sendable {
        public let notice: Notice
        public let recipient: MessageRecipient
        /// The random token that is part of the message's id and of its return address.
        public let token: String
        public let channel: Notice.Channel
        /// The address to which the message is sent.
        public var address: String { notice.usedAddress }
    }

    /// Whether a notice of a group is due.
    public func hasDue(in group: Notices.DueGroup, _ store: Store) throws -> Bool {
        let now = now()
        return try store.read { try $0.notices.firstDue(in: group, at: now) } != nil
    }

    /// Decides about the first notices of a group that are due (`Notices.due`): at most `batchSize`, and at most
    /// `limit`.
    ///
    /// - Parameters:
    ///   - channels: the channels for which this process can send messages.
    ///   - policy: the times and limits on which the decisions depend.
    /// - Returns: the notices to send, and the number of notices that were decided about; 0 if none was due.
    public func decide(
        atMost limit: Int, in group: Notices.DueGroup = .all, channels: Set<Notice.Channel>,
        policy: NoticePolicy = .standard, _ store: Store
    ) throws -> (leases: [Lease], decided: Int) {
        let now = now()
        let most = min(limit, NoticeDispatcher.batchSize)
        // Most calls find no due notice, and must not take the store's write lock.
        let first = try store.read { try $0.notices.firstDue(in: group, at: now) }
        guard first != nil else { return ([], 0) }
        do {
            return try decideOnce(
                channels: channels, policy, at: now, store,
                reading: { try $0.due(in: group, at: now, limit: most) })
        } catch let error as StoreError where error.isOfRow {
            // A row that a newer version of the program has written must not delay the other rows. The row may belong
            // to any of the notices. So decide about the first notice alone.
            return try decideAboutFirst(in: group, channels: channels, policy, at: now, store)
        }
    }

    /// Decides about the first due notice of a group alone. If a row cannot be read, the row belongs to this notice,
    /// so the notice is postponed.
    private func decideAboutFirst(
        in group: Notices.DueGroup, channels: Set<Notice.Channel>, _ policy: NoticePolicy, at now: Instant,
        _ store: Store
    ) throws -> (leases: [Lease], decided: Int) {
        // The notice that the last run of the transaction has read
        var first: Notices.DueNotice?
        do {
            return try decideOnce(
                channels: channels, policy, at: now, store,
                reading: { notices -> [Notice] in
                    first = try notices.firstDue(in: group, at: now)
                    guard let known = first, let notice = try notices.notice(known) else { return [] }
                    return [notice]
                })
        } catch let error as StoreError where error.isOfRow {
            if let known = first {
                let moment = now.advanced(bySeconds: NoticeDispatcher.setAsideSeconds)
                try store.write { try $0.notices.postpone(known, to: moment) }
            }
            throw error
        }
    }

    private func decideOnce(
        channels: Set<Notice.Channel>, _ policy: NoticePolicy, at now: Instant, _ store: Store,
        reading readDue: (Notices) throws -> [Notice]
    ) throws -> (leases: [Lease], decided: Int) {
        try store.write { connection in
            var reader = NoticeFactsReader(connection, channels: channels, policy: policy, at: now)
            var leases: [Lease] = []
            let due = try readDue(connection.notices)
            for read in due {
                if read.kind.isReplaceable, !read.kind.isSum { try mergeEarlier(than: read, at: now, connection) }
                guard let notice = try NoticeDispatcher.current(read, connection) else { continue }
                let recipient = try connection.recipients.existing(notice.recipient)
                let facts = try reader.facts(of: notice, recipient)
                let decision = facts.decide(at: now, policy: policy)
                if let lease = try apply(decision, to: notice, recipient, facts, at: now, connection) {
                    leases.append(lease)
                }
            }
            return (leases, due.count)
        }
    }

    /// The decisions about the notices that are due, and about the notices that would be merged into them. Stores
    /// nothing. If a channel is set up, notices that wait for a channel count as due (`wakeWaitingForChannel`).
    public func plan(
        limit: Int, channels: Set<Notice.Channel>, policy: NoticePolicy = .standard, _ store: Store
    ) throws -> [(notice: Notice, decision: NoticeDecision)] {
        let now = now()
        return try store.read { connection in
            var facts = NoticeFactsReader(connection, channels: channels, policy: policy, at: now)
            let due = try connection.notices.due(
                at: now, orWaitingFor: channels.isEmpty ? [] : NoticeDispatcher.channelReasons, limit: limit)
            var keys = Set(due.map(\.key))
            var planned: [(notice: Notice, decision: NoticeDecision)] = []
            for notice in due {
                for (earlier, later) in try NoticeDispatcher.merges(into: notice, at: now, connection)
                where keys.insert(earlier.key).inserted {
                    planned.append((earlier.redacted, NoticeDecision(.merge(into: later), because: .merged)))
                }
                let recipient =
                    try connection.recipients.with(address: notice.recipient)
                    ?? MessageRecipient(address: notice.recipient, secret: "")
                let decision = try facts.facts(of: notice, recipient).decide(at: now, policy: policy)
                planned.append((notice.redacted, decision))
            }
            return planned
        }
    }

    /// The earlier notices that are merged when the program decides about a notice. Each earlier notice comes with the
    /// key of the notice into which it is merged.
    private static func merges(
        into notice: Notice, at now: Instant, _ connection: any StoreConnection
    ) throws -> [(earlier: Notice, later: String)] {
        guard notice.kind.isReplaceable, !notice.kind.isSum else { return [] }
        return try connection.notices.predecessors(of: notice).map { earlier in
            let next = try connection.notices.replacement(of: earlier, dueBy: earlier.kind.mergesBy(now))
            return (earlier, next?.key ?? notice.key)
        }
    }

    private func apply(
        _ decision: NoticeDecision, to notice: Notice, _ recipient: MessageRecipient, _ facts: NoticeFacts,
        at now: Instant, _ connection: any StoreConnection
    ) throws -> Lease? {
        var delivery = notice.delivery
        // If the reason is `outage`, the stored answer says why the channel could not be used. Only the local owner may
        // see that answer, and it is hidden from other members only while the notice has this reason. So remove the
        // answer before the reason changes.
        if delivery.reason == .outage { delivery.answer = nil }
        delivery.reason = decision.reason
        delivery.changed = now
        switch decision.action {
        case .send(let channel):
            let token = notice.delivery.token ?? NoticeDispatcher.randomToken()
            let end = now.advanced(bySeconds: NoticeDispatcher.leaseSeconds)
            let other = facts.address(for: channel).flatMap { $0 == notice.recipient ? nil : $0 }
            guard
                try connection.notices.lease(
                    notice, by: channel, to: other, because: decision.reason, token: token, until: end, at: now)
            else { return nil }
            delivery.state = .leased
            delivery.due = end
            delivery.tries += 1
            delivery.channel = channel
            delivery.otherAddress = other
            delivery.token = token
            // Another process may have merged a notice into this notice just before the lease.
            let payload =
                notice.kind.isReplaceable ? try connection.notices.with(key: notice.key)?.payload : notice.payload
            let leased = notice.with {
                $0.delivery = delivery
                $0.payload = payload ?? notice.payload
            }
            return Lease(notice: leased, recipient: recipient, token: token, channel: channel)
        case .delay(let until):
            // If a leased notice is due, its lease has expired. So another process may already have tried to send the
            // notice.
            delivery.state = delivery.state == .leased ? .deferred : delivery.state
            delivery.due = until
        case .merge:
            delivery.state = .merged
            delivery.due = nil
            try merge(notice, delivery, at: now, connection)
            return nil
        case .drop:
            delivery.state = decision.reason == .suppressed ? .suppressed : .dropped
            delivery.due = nil
        }
        try connection.notices.finish(notice, as: delivery)
        return nil
    }

    /// Merges a notice into the next notice, and stores the key of the next notice in the merged notice. Does nothing
    /// if another process has changed one of the two notices.
    private func merge(
        _ notice: Notice, _ delivery: NoticeDelivery, at now: Instant, _ connection: any StoreConnection
    ) throws {
        let notices = connection.notices
        guard
            let later = try notices.replacement(of: notice, dueBy: notice.kind.mergesBy(now), locked: true),
            try notices.update(notice, to: delivery)
        else { return }
        try notices.setPayload(later.payload(afterMerging: notice), of: later.key)
        let successor = [Notice.successorName: later.key]
        try notices.setPayload(notice.payload.merging(successor) { $1 }, of: notice.key)
    }

    /// Merges the earlier notices about the same event or sub-event into a notice that is due. An earlier notice that
    /// still waits, for example for another attempt, has an outdated text.
    private func mergeEarlier(than notice: Notice, at now: Instant, _ connection: any StoreConnection) throws {
        for read in try connection.notices.predecessors(of: notice) {
            guard let earlier = try NoticeDispatcher.current(read, connection) else { continue }
            var delivery = earlier.delivery
            delivery.state = .merged
            delivery.reason = .merged
            delivery.due = nil
            delivery.changed = now
            try merge(earlier, delivery, at: now, connection)
        }
    }

    /// The current version of a notice that was read earlier in the same transaction. Another notice may have been
    /// merged into the notice since it was read. Nil if another process has changed the notice.
    private static func current(_ read: Notice, _ connection: any StoreConnection) throws -> Notice? {
        guard read.kind.isReplaceable else { return read }
        guard let notice = try connection.notices.with(key: read.key), notice.delivery.due == read.delivery.due,
            notice.delivery.tries == read.delivery.tries, notice.delivery.state == read.delivery.state
        else { return nil }
        return notice
    }

    /// Removes the subscriptions that push services no longer know. Messages that suggest events and can then no longer
    /// reach the recipient are turned off.
    public func remove(_ subscriptions: [PushSubscription], _ store: Store) throws {
        guard !subscriptions.isEmpty else { return }
        try store.write { connection in
            for subscription in subscriptions { try connection.pushSubscriptions.remove(subscription.id) }
            for address in Set(subscriptions.map(\.recipient)) {
                guard var recipient = try connection.recipients.with(address: address) else { continue }
                let former = recipient.preferences
                try recipient.turnOffUnreachableSuggestions(connection)
                if recipient.preferences != former { try connection.recipients.update(recipient) }
            }
        }
    }

    private static func randomToken() -> String {
        var random = SystemRandomNumberGenerator()
        return Hexadecimal.text((0..<12).map { _ in .random(in: 0...255, using: &random) })
    }
}

extension Notice.Kind {
    /// A notice of this kind is merged only into a later notice that is due by the returned time; nil for no such
    /// limit. For a notice about a sale or payment, the limit is `now`. Otherwise, a stream of sales would postpone the
    /// notices again and again.
    func mergesBy(_ now: Instant) -> Instant? { isSum ? now : nil }
}

extension MessageRecipients {
    /// Returns the recipient with an address. Adds the recipient if the address is new.
    func existing(_ address: String) throws -> MessageRecipient {
        if let known = try with(address: address) { return known }
        var random = SystemRandomNumberGenerator()
        let secret = Hexadecimal.text((0..<16).map { _ in .random(in: 0...255, using: &random) })
        return try add(MessageRecipient(address: address, secret: secret))
    }
}

extension Notices {
    /// Stores the delivery of a notice. Once nothing is left to do, the codes and links are removed from the stored
    /// notice, because only the recipient may have them. Returns false if another process has changed the notice.
    @discardableResult
    func finish(_ notice: Notice, as delivery: NoticeDelivery) throws -> Bool {
        guard try update(notice, to: delivery) else { return false }
        if !delivery.state.isPending, !notice.kind.secrets.isEmpty {
            try setPayload(notice.redacted.payload, of: notice.key)
        }
        return true
    }
}

extension StoreError {
    /// Whether the error is about the contents of a row, so that it occurs again whenever the row is read.
    var isOfRow: Bool {
        switch self {
        case .unknownValue, .invalidValue: true
        default: false
        }
    }
}
