public import Store
public import TicketToken
public import Ticketing

/// Brings what is in the outbox to webhooks: follows what gates write, hands deliveries out to be sent, and notes what came of
/// each. Several may work on one store: each delivery is with one of them at a time.
public struct Courier: Sendable {
    /// How long a delivery is with who took it. Longer than sending takes: who died with it has it no more.
    static let leaseSeconds: Int64 = 120
    /// Deliveries that are under way to one webhook; to one that does not work, one at a time finds out.
    static let mostAtOnce = 2
    /// Records of a chain that are read in one transaction.
    private static let recordsAtOnce = 500

    private let ring: @Sendable () throws -> KeyRing
    private let now: @Sendable () -> Instant

    public init(
        signingWith ring: @escaping @Sendable () throws -> KeyRing, clock now: @escaping @Sendable () -> Instant
    ) {
        self.ring = ring
        self.now = now
    }

    /// A delivery to be sent now.
    public struct Errand: Sendable {
        public let delivery: WebhookDelivery
        public let webhook: Webhook
        /// Of the event, for the address of its pages.
        public let eventSlug: String
        /// When it is sent.
        public let at: Instant
        /// Nil where its key is gone.
        public let secret: WebhookSecret?
    }

    /// What came of an errand.
    public enum Answer: Hashable, Sendable, CustomStringConvertible {
        /// The status of an HTTP answer.
        case status(Int)
        /// There was none; in words, without what is not the organizer's to know.
        case unanswered(String)

        public var description: String {
            switch self {
            case .status(let code) where (300..<400).contains(code): "answered \(code); redirects are not followed"
            case .status(let code): "answered \(code)"
            case .unanswered(let why): why
            }
        }

        fileprivate enum Meaning { case arrived, unwanted, failed }

        fileprivate var meaning: Meaning {
            switch self {
            case .status(200..<300): .arrived
            // Gone: whoever is there asks for nothing more.
            case .status(410): .unwanted
            case .status, .unanswered: .failed
            }
        }
    }

    /// Puts what gates have decided since into the outbox. It is read out of the ledger, so that no gate writes a byte more
    /// or waits for anybody.
    public func follow(_ store: Store) throws {
        let webhooks = try store.read {
            try $0.webhooks.standing(whileTheyAre: WebhookOutbox.roles)
        }.filter { $0.kinds.contains(where: \.isOfGates) }
        for webhook in webhooks {
            for (chain, after) in try store.read({ try $0.webhooks.unread(by: webhook.id) }) {
                var position = after
                while let next = try follow(chain, after: position, for: webhook, store) { position = next }
            }
        }
    }

    /// One part of a chain. Returns up to where; nil at its end, or when another courier is there.
    private func follow(
        _ chain: DeviceID, after position: Int64, for webhook: Webhook, _ store: Store
    ) throws -> Int64? {
        let now = now()
        return try store.write { connection in
            let records = try connection.ledger.records(
                of: chain, after: position, limit: Courier.recordsAtOnce)
            guard let last = records.last,
                try connection.webhooks.move(webhook.id, along: chain, from: position, to: last.sequence)
            else { return nil }
            var happenings = LedgerHappenings(of: webhook.organizer, connection)
            var outbox = WebhookOutbox([webhook], at: now, connection)
            try outbox.add(records.compactMap { try happenings.happening($0) })
            return last.sequence
        }
    }

    /// Takes deliveries to be sent now.
    ///
    /// - Parameters:
    ///   - limit: of all.
    ///   - underWay: how many are with this courier, by webhook.
    public func take(
        atMost limit: Int, besides underWay: [WebhookID: Int] = [:], _ store: Store
    ) throws -> [Errand] {
        let now = now()
        let found = try store.read { connection in
            var found: [(WebhookDelivery, Webhook)] = []
            // In turn: nobody waits behind what another has in store.
            let standing = try connection.webhooks.standing(whileTheyAre: WebhookOutbox.roles).sorted {
                let (first, second) = (underWay[$0.id, default: 0], underWay[$1.id, default: 0])
                return first == second ? ($0.lastSent ?? $0.created) < ($1.lastSent ?? $1.created) : first < second
            }
            for webhook in standing {
                let most = webhook.trouble == nil ? Courier.mostAtOnce : 1
                let free = min(most - underWay[webhook.id, default: 0], limit - found.count)
                guard free > 0, webhook.trouble.map({ $0.nextTry <= now }) ?? true else { continue }
                let due = try connection.webhookDeliveries.due(of: webhook.id, at: now, limit: free)
                found += due.map { ($0, webhook) }
            }
            return found
        }
        guard !found.isEmpty else { return [] }
        return try store.write { connection in
            try found.compactMap { delivery, webhook in
                let lease = now.advanced(bySeconds: Courier.leaseSeconds)
                guard let event = try connection.events.with(number: delivery.event),
                    try connection.webhookDeliveries.take(delivery, until: lease)
                else { return nil }
                var taken = delivery
                taken.tries += 1
                taken.nextTry = lease
                return Errand(
                    delivery: taken, webhook: webhook, eventSlug: event.slug, at: now, secret: try secret(of: webhook))
            }
        }
    }

    private func secret(of webhook: Webhook) throws -> WebhookSecret? {
        do {
            return try ring().webhookSecret(of: webhook.id, key: webhook.key)
        } catch is SigningError {
            return nil
        }
    }

    /// Notes what came of an errand.
    ///
    /// - Parameter chance: 0 ..< 1, of the delay before the next try.
    public func settle(_ errand: Errand, _ answer: Answer, chance: Double, _ store: Store) throws {
        let now = now()
        try store.write { connection in
            let deliveries = connection.webhookDeliveries
            // Several deliveries of one webhook may end at once.
            guard let webhook = try connection.webhooks.locked(errand.webhook.id), webhook.ended == nil else { return }
            let words = "\(answer)"
            switch answer.meaning {
            case .arrived:
                try deliveries.settle(errand.delivery.id, .delivered, answer: words, at: now)
                try connection.webhooks.note(webhook.id, nil, answer: words, at: now)
            case .unwanted:
                try deliveries.settle(errand.delivery.id, .givenUp, answer: words, at: now)
                try connection.webhooks.note(webhook.id, nil, answer: words, at: now)
                let work = Work(
                    .endWebhook, by: webhook.madeBy, in: webhook.organizer, at: now, mark: ChangeMark(nil), connection)
                try work.end(webhook, why: words)
                try work.trail.write()
            case .failed:
                let trouble = Courier.trouble(of: webhook, chance: chance, at: now)
                try connection.webhooks.note(webhook.id, trouble, answer: words, at: now)
                let latest = now.advanced(bySeconds: -WebhookPatience.seconds)
                guard errand.delivery.created > latest else {
                    return try deliveries.settle(errand.delivery.id, .givenUp, answer: words, at: now)
                }
                try deliveries.fail(
                    errand.delivery.id, answer: words,
                    nextTry: now.advanced(by: WebhookPatience.delay(after: errand.delivery.tries, chance: chance)))
                // What has waited for a day at a receiver that did not work for a day is not tried one by one.
                if trouble.since <= latest {
                    try deliveries.giveUp(of: webhook.id, since: latest, answer: words, at: now)
                }
            }
        }
    }

    private static func trouble(of webhook: Webhook, chance: Double, at now: Instant) -> Webhook.Trouble {
        let failures = (webhook.trouble?.failures ?? 0) + 1
        let pause = min(
            WebhookPatience.delay(after: failures, chance: chance), Double(WebhookPatience.longestPause))
        return Webhook.Trouble(
            since: webhook.trouble?.since ?? now, failures: failures, nextTry: now.advanced(by: pause))
    }

    /// Forgets what was settled a week ago.
    public func tidy(_ store: Store) throws {
        let moment = now().advanced(bySeconds: -WebhookPatience.keptSeconds)
        guard try store.read({ try $0.webhookDeliveries.isAny(settledBefore: moment) }) else { return }
        try store.write { try $0.webhookDeliveries.forget(settledBefore: moment) }
    }
}

extension Instant {
    fileprivate func advanced(by seconds: Double) -> Instant {
        Instant(milliseconds: milliseconds + Int64(seconds * 1000))
    }
}
