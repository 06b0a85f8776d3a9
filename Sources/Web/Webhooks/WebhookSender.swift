import Management
import ServiceLifecycle
import Store
import Ticketing

/// Sends what is in the outbox of webhooks, as long as the server runs. What is under way at its stop is finished; what is cut
/// off then is sent again later.
actor WebhookSender: Service {
    /// Requests under way, of all webhooks.
    static let mostAtOnce = 16
    /// Looks at the ledger between two at what is old.
    private static let tidyEvery = 3600

    /// Between two looks at ledger and outbox while nothing happens.
    private let pause: Duration
    private let courier: Courier
    private let threads: StoreThreads
    private let send: @Sendable (WebhookParcel) async -> Courier.Answer
    private let log: LogSink
    private var underWay: [WebhookID: Int] = [:]
    private var looks = 0
    /// When the ledger was looked at.
    private var followed: ContinuousClock.Instant?
    /// The kind of the last trouble, which is told once.
    private var trouble: String?

    init(
        _ courier: Courier, pause: Duration = .seconds(1), log: @escaping LogSink,
        openStore: @escaping @Sendable () throws -> Store,
        send: @escaping @Sendable (WebhookParcel) async -> Courier.Answer
    ) {
        self.courier = courier
        self.pause = pause
        self.log = log
        self.send = send
        threads = StoreThreads("webhooks", count: 1, patience: 100, openStore)
    }

    nonisolated func run() async {
        // Now and then, and whenever something was delivered: more may wait behind it.
        let (turns, turn) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        await withDiscardingTaskGroup { group in
            group.addTask {
                defer { turn.finish() }
                while !Task.isShuttingDownGracefully, !Task.isCancelled {
                    turn.yield()
                    do {
                        try await cancelWhenGracefulShutdown { try await Task.sleep(for: self.pause) }
                    } catch {
                        break
                    }
                }
            }
            for await _ in turns where !Task.isShuttingDownGracefully {
                for errand in await look(alsoAtLedger: await isLedgerDue) {
                    group.addTask {
                        await self.deliver(errand)
                        turn.yield()
                    }
                }
            }
        }
    }

    /// Looks once at ledger and outbox, and sends what is due, all at once.
    ///
    /// - Returns: how many were sent.
    func round() async -> Int {
        let errands = await look(alsoAtLedger: true)
        await withDiscardingTaskGroup { group in
            for errand in errands { group.addTask { await self.deliver(errand) } }
        }
        return errands.count
    }

    private var isLedgerDue: Bool { followed.map { .now - $0 >= pause / 2 } ?? true }

    /// What is to be sent now.
    private func look(alsoAtLedger isFollowing: Bool) async -> [Courier.Errand] {
        let free = WebhookSender.mostAtOnce - underWay.values.reduce(0, +)
        let isTidying = isFollowing && looks % WebhookSender.tidyEvery == 0
        if isFollowing { (looks, followed) = (looks + 1, .now) }
        do {
            let errands = try await threads.run { [courier, underWay] store in
                if isTidying { try courier.tidy(store) }
                if isFollowing { try courier.follow(store) }
                return free > 0 ? try courier.take(atMost: free, besides: underWay, store) : []
            }
            for errand in errands { underWay[errand.webhook.id, default: 0] += 1 }
            trouble = nil
            return errands
        } catch {
            note(error)
            return []
        }
    }

    private func deliver(_ errand: Courier.Errand) async {
        defer { finish(errand) }
        do {
            let answer =
                if let parcel = try WebhookParcel(errand) { await send(parcel) } else {
                    Courier.Answer.unanswered("the key that signs for it is retired")
                }
            // Cut off at a stop: nobody knows what came of it, and it is sent again.
            if Task.isCancelled { return }
            try await threads.run { [courier] store in
                try courier.settle(errand, answer, chance: .random(in: 0..<1), store)
            }
        } catch {
            note(error)
        }
    }

    private func finish(_ errand: Courier.Errand) {
        let id = errand.webhook.id
        underWay[id, default: 1] -= 1
        if underWay[id] == 0 { underWay[id] = nil }
    }

    private func note(_ error: any Error) {
        let kind = "\(type(of: error))"
        guard trouble != kind else { return }
        trouble = kind
        log(LogRecord(level: .error, event: "webhooks", fields: [("error", .text(kind))]))
    }
}
