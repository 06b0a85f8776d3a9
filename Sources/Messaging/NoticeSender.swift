package import Languages
import Management
public import MessageTransport
package import PrintShop
package import Store
package import TicketToken
package import Ticketing

/// Reads the current settings for messages.
public typealias MessageSettingsSource = @Sendable () throws -> MessageSettings

/// Sends the notices that are due. A sender blocks while it sends, so it has its own thread and its own connection to
/// the store.
package final class NoticeSender {
    /// The result of one call of the method `pass`.
    package struct Summary: Hashable, Sendable {
        /// The number of messages that a server or provider has accepted.
        package var sent = 0
        /// The number of messages that the sender will retry later.
        package var deferred = 0
        /// The number of messages that were refused permanently, or whose outcome is unknown.
        package var refused = 0
        /// The number of notices that wait or are not sent, for a reason that is stored with them.
        package var waiting = 0
        /// The reasons why a channel did not work; empty if every channel worked.
        package var faults: [Sentence] = []

        package init() {}
    }

    private let store: Store
    private let ring: @Sendable () throws -> KeyRing
    private let settings: MessageSettingsSource
    private let passes: (@Sendable (Event, Instant) -> WalletCredentials)?
    private let now: @Sendable () -> Instant
    private let pictures: MessagePictures
    private let dispatcher: NoticeDispatcher
    private var audiences: AudienceQueue
    private var priority: GatePriority
    private let scheduler: ReminderScheduler
    private let salesScheduler: SalesSummaryScheduler
    private let suggestions: EventSuggestionScheduler
    /// Whether suggestions of events may still be due for some recipients.
    private var hasMoreSuggestions = false
    private let deadlines: DeadlineScheduler
    private let doubleAdmissions: DoubleAdmissionScheduler
    private let gateFaults: GateFaultScheduler
    private var entryConfirmations: EntryConfirmationScheduler
    private var pruning: DailyNoticePruning
    private var transports: Transports?
    /// The channels that do not work now, each with the time of the next attempt and the number of failures.
    private var outages: [Notice.Channel: (until: Instant, failures: Int)] = [:]
    private var pacer = MessagePacer()
    private var lastScheduled: Instant?
    /// The maximum number of notices that one transaction decides about while a gate scans tickets. At other times, the
    /// maximum is `NoticeDispatcher.batchSize`.
    private static let batchBesideGates = 8
    /// While a gate scans tickets, the results of several messages are collected. After this time, they are stored in
    /// one transaction.
    private static let longestUnrecorded = Duration.seconds(20)
    /// The shortest time between two searches for reminders that are due, in seconds.
    private static let schedulingSeconds: Int64 = 30
    /// The maximum time that sending one message takes, in seconds.
    private static let longestSendingSeconds: Int64 = 120

    /// Makes a sender. The sender opens no connection until it sends the first message.
    ///
    /// - Parameters:
    ///   - ring: reads the keys that sign links and tickets.
    ///   - passes: the certificates for wallet passes; nil for mails without passes.
    package init(
        _ store: Store, signingWith ring: @escaping @Sendable () throws -> KeyRing,
        settings: @escaping MessageSettingsSource,
        passes: (@Sendable (Event, Instant) -> WalletCredentials)? = nil,
        clock now: @escaping @Sendable () -> Instant
    ) {
        self.store = store
        self.ring = ring
        self.settings = settings
        self.passes = passes
        self.now = now
        pictures = MessagePictures(store.pictureStore)
        dispatcher = NoticeDispatcher(clock: now)
        audiences = AudienceQueue(clock: now)
        priority = GatePriority(clock: now)
        scheduler = ReminderScheduler(clock: now)
        salesScheduler = SalesSummaryScheduler(clock: now)
        suggestions = EventSuggestionScheduler(clock: now)
        deadlines = DeadlineScheduler(clock: now)
        doubleAdmissions = DoubleAdmissionScheduler(clock: now)
        gateFaults = GateFaultScheduler(clock: now)
        entryConfirmations = EntryConfirmationScheduler(clock: now)
        pruning = DailyNoticePruning(clock: now)
    }

    /// Removes some old messages, and queues reminders that are due and notices to large audiences. Then decides about
    /// at most `limit` notices that are due, and sends their messages. If no channel is set up, or if no channel works
    /// now, the notices stay queued.
    ///
    /// - Parameters:
    ///   - queuesAllSuggestions: whether the pass queues the suggestions of events for all recipients. Otherwise, it
    ///     queues them for some recipients, and later passes queue the rest.
    ///   - isStopping: is called between messages. If it returns true, the pass ends, and the current transfer is
    ///     aborted.
    /// - Throws: errors of the store and of reading the settings and keys.
    package func pass(
        limit: Int, queuesAllSuggestions: Bool = false, isStopping: @escaping @Sendable () -> Bool = { false }
    ) throws -> Summary {
        let transports = try currentTransports(isStopping)
        var summary = Summary()
        let policy = transports.settings.noticePolicy
        attempt({ try pruning.advance(store, olderThanDays: policy.retentionDays) }, &summary)
        guard !transports.channels.isEmpty else {
            attempt({ try audiences.queueAll(store, isStopping: isStopping) }, &summary)
            return summary
        }
        queueScheduled(policy, isStopping, &summary)
        guard transports.channels.contains(where: { !isOut($0) }) else {
            attempt({ try audiences.queueAll(store, isStopping: isStopping) }, &summary)
            return summary
        }
        let composer = try MessageComposer(ring: ring(), settings: transports.settings, passes: passes, now: now())
        var left = limit
        var hasQueued = true
        while left > 0, !isStopping() {
            if hasQueued {
                hasQueued = false
                attempt({ hasQueued = try audiences.queueNext(store, isStopping: isStopping) != nil }, &summary)
            }
            let (leases, decided) = try priority.run(store, isStopping: isStopping) { isScanning in
                try dispatcher.decide(
                    atMost: isScanning ? min(left, NoticeSender.batchBesideGates) : left,
                    channels: transports.channels, policy: policy, store)
            }
            guard decided > 0 || hasQueued || queuesAllSuggestions && hasMoreSuggestions else { break }
            if decided == 0, !hasQueued { attempt({ try queueSuggestions(policy, isStopping) }, &summary) }
            left -= decided
            summary.waiting += decided - leases.count
            try send(leases, composer, through: transports, isStopping, &summary)
        }
        return summary
    }

    /// Queues the messages that are due at a fixed time, such as reminders, and ends reservations that have expired. If
    /// one of these tasks fails, the other tasks and the sending of messages continue.
    private func queueScheduled(
        _ policy: NoticePolicy, _ isStopping: @escaping @Sendable () -> Bool, _ summary: inout Summary
    ) {
        let now = now()
        if let lastScheduled, now >= lastScheduled,
            now < lastScheduled.advanced(bySeconds: NoticeSender.schedulingSeconds)
        {
            return
        }
        lastScheduled = now
        let tasks: [() throws -> Void] = [
            { try self.scheduler.queueDue(self.store, policy: policy) },
            { try self.salesScheduler.queueDue(self.store, policy: policy) },
            { try self.queueSuggestions(policy, isStopping) },
            { try self.deadlines.queuePaymentReminders(self.store, policy: policy) },
            { try self.deadlines.queueExpiringTickets(self.store, policy: policy) },
            { try self.doubleAdmissions.queueNew(self.store) },
            { try self.gateFaults.queueSilent(self.store) }, { try self.gateFaults.queueUndecided(self.store) },
            { _ = try Storefront.lapseExpired(self.store, at: now) },
            { try self.entryConfirmations.queueNew(self.store, isStopping: isStopping) },
        ]
        for task in tasks { attempt(task, &summary) }
    }

    private func queueSuggestions(_ policy: NoticePolicy, _ isStopping: () -> Bool) throws {
        hasMoreSuggestions = false
        let progress = try suggestions.queueDue(store, policy: policy, isStopping: isStopping)
        hasMoreSuggestions = progress.hasMore
        if let fault = progress.fault { throw fault }
    }

    /// Runs a task. An error of the task becomes a fault in the summary, so that the messages are still sent.
    private func attempt(_ task: () throws -> Void, _ summary: inout Summary) {
        do { try task() } catch {
            summary.faults.append((error as? any SentenceConvertible)?.sentence ?? .verbatim("\(type(of: error))"))
        }
    }

    private func isOut(_ channel: Notice.Channel) -> Bool { outages[channel].map { now() < $0.until } ?? false }

    /// Returns the decisions that a pass would make now. Sends no message, and stores nothing.
    package func plan(limit: Int) throws -> [(notice: Notice, decision: NoticeDecision)] {
        let transports = Transports(try settings())
        return try dispatcher.plan(
            limit: limit, channels: transports.channels, policy: transports.settings.noticePolicy, store)
    }

    /// The transports for the current settings. When the settings have changed, the notices that waited for a channel
    /// become due.
    private func currentTransports(_ isStopping: @escaping @Sendable () -> Bool) throws -> Transports {
        let current = try settings()
        if let transports, transports.settings == current { return transports }
        let made = Transports(current, isStopping: isStopping)
        transports = made
        outages = [:]
        if !made.channels.isEmpty { try dispatcher.wakeWaitingForChannel(store) }
        return made
    }

    /// Reads the returned messages in the folder that the settings name. Does nothing before the first pass, or if the
    /// settings have no folder or no return address.
    ///
    /// - Returns: the number of messages that were read.
    @discardableResult
    package func readBounces() throws -> Int {
        guard let mail = transports?.settings.mail, let folder = mail.bounceFolder, let address = mail.returnAddress
        else { return 0 }
        return try BounceFolder(folder).readNew { bytes in
            guard let report = DeliveryReport(mail: bytes, returnAddress: address).flatMap(BounceReport.init) else {
                return
            }
            _ = try dispatcher.record(report, store)
        }
    }

    private func send(
        _ leases: [NoticeDispatcher.Lease], _ composer: MessageComposer, through transports: Transports,
        _ isStopping: @Sendable () -> Bool, _ summary: inout Summary
    ) throws {
        var unrecorded: [(lease: NoticeDispatcher.Lease, result: NoticeResult)] = []
        var lastRecord = ContinuousClock.now
        let policy = transports.settings.noticePolicy
        // For each channel, the number of senders that share its limit of messages per minute. This number is read only
        // once for all `leases`, because the query reads all leased notices of the channel.
        var senders: [Notice.Channel: Int] = [:]
        func record() throws {
            let results = unrecorded
            guard !results.isEmpty else { return }
            unrecorded = []
            lastRecord = .now
            do {
                try priority.run(store, isStopping: isStopping) { _ in
                    try dispatcher.record(results, chance: .random(in: 0..<1), policy: policy, store)
                }
            } catch let error where results.count > 1 {
                // If one result cannot be stored, the other results must still be stored.
                throw dispatcher.recordSeparately(
                    results, chance: .random(in: 0..<1), policy: policy, store) ?? error
            }
        }
        for lease in leases {
            // If the program stops, or if the lease could end while the message is being sent, the lease is given back,
            // so that another process can send the message.
            let result: NoticeResult
            do {
                try waitForTurn(of: lease, transports.settings, &senders, isStopping)
                result =
                    isStopping() || isLate(lease)
                    ? .notTried(answer: "", pauseSeconds: 1)
                    : try self.deliver(lease, composer, transports, isStopping, &summary)
            } catch {
                try record()
                throw error
            }
            switch result {
            case .accepted: summary.sent += 1
            case .deferred, .postponed, .undeliverable, .notTried: summary.deferred += 1
            case .refused, .uncertain: summary.refused += 1
            case .prepared, .incomplete: summary.waiting += 1
            }
            unrecorded.append((lease, result))
            // A second SMS would cost money, so the result of an SMS is stored at once.
            if !priority.isScanning || lease.channel == .sms
                || lastRecord.duration(to: .now) > NoticeSender.longestUnrecorded
            {
                try record()
            }
        }
        try record()
    }

    /// Whether the lease of a notice could end while its message is being sent.
    private func isLate(_ lease: NoticeDispatcher.Lease) -> Bool {
        let now = now()
        return now.advanced(bySeconds: NoticeSender.longestSendingSeconds) > lease.notice.delivery.due ?? now
    }

    /// Waits until the message of a leased notice can be sent without exceeding the limit of messages per minute on its
    /// channel. Does not wait if the message cannot be sent now.
    private func waitForTurn(
        of lease: NoticeDispatcher.Lease, _ settings: MessageSettings, _ senders: inout [Notice.Channel: Int],
        _ isStopping: @Sendable () -> Bool
    ) throws {
        guard let rate = settings.perMinute(lease.channel), !isOut(lease.channel), !isLate(lease) else { return }
        let count =
            try senders[lease.channel]
            ?? store.read {
                try $0.notices.leasedBatches(
                    by: lease.channel, at: now(), leaseSeconds: NoticeDispatcher.leaseSeconds)
            }
        senders[lease.channel] = count
        pacer.wait(rate, among: max(1, count), on: lease.channel, isStopping: isStopping)
    }

    /// Sends the message of a leased notice. A mail folder is usually on the same disk as the store, so writing a mail
    /// into the folder can delay scans. If a gate scans tickets, this function therefore pauses after the mail.
    private func deliver(
        _ lease: NoticeDispatcher.Lease, _ composer: MessageComposer, _ transports: Transports,
        _ isStopping: @Sendable () -> Bool, _ summary: inout Summary
    ) throws -> NoticeResult {
        guard lease.channel == .email, case .folder? = transports.settings.mail?.way else {
            return try result(of: lease, composer, transports, &summary)
        }
        return try priority.run(store, isStopping: isStopping) { _ in
            try result(of: lease, composer, transports, &summary)
        }
    }

    private func result(
        of lease: NoticeDispatcher.Lease, _ composer: MessageComposer, _ transports: Transports,
        _ summary: inout Summary
    ) throws -> NoticeResult {
        if let outage = outages[lease.channel], now() < outage.until {
            return .notTried(answer: "", pauseSeconds: outage.until.seconds - now().seconds)
        }
        if lease.channel == .whatsApp { return .prepared }
        let message: ComposedMessage
        do {
            let subject = try store.read {
                try composer.subject(of: lease.notice, to: lease.recipient, $0, pictures: pictures)
            }
            guard let subject else { return .incomplete }
            message = try composer.compose(subject, to: lease.address)
        } catch {
            // If a message cannot be made, the other messages must still be sent.
            return .deferred(answer: NoticeSender.answer(.notMade, ["reason": "\(type(of: error))"]))
        }
        if lease.channel == .push { return try push(message, of: lease, transports, &summary) }
        let result = try transports.send(message, of: lease, at: now())
        if case .unavailable(let fault) = result { return outage(of: lease.channel, fault, &summary) }
        outages[lease.channel] = nil
        return NoticeResult(result, by: lease.channel)
    }

    private func outage(
        of channel: Notice.Channel, _ fault: TransportFault, _ summary: inout Summary
    ) -> NoticeResult {
        let failures = (outages[channel]?.failures ?? 0) + 1
        let pause = Int64(min(600, 15 * (1 << min(failures, 6))))
        outages[channel] = (now().advanced(bySeconds: pause), failures)
        if !summary.faults.contains(fault.sentence) { summary.faults.append(fault.sentence) }
        return .notTried(answer: fault.sentence.stored, pauseSeconds: pause)
    }

    /// Sends a message to the browsers of the recipient, and removes the subscriptions that have ended.
    private func push(
        _ message: ComposedMessage, of lease: NoticeDispatcher.Lease, _ transports: Transports,
        _ summary: inout Summary
    ) throws -> NoticeResult {
        let recipient = lease.notice.recipient
        let subscriptions = try store.read { try $0.pushSubscriptions.confirmed(of: recipient) }
        let sent: (result: PushResult, ended: [PushSubscription])
        do {
            sent = try transports.sendPush(PushMessage(message, of: lease), to: subscriptions, at: now())
        } catch {
            return .deferred(answer: NoticeSender.answer(.notMade, ["reason": "\(type(of: error))"]))
        }
        try dispatcher.remove(sent.ended, store)
        switch sent.result {
        case .accepted(let answer):
            outages[.push] = nil
            return .accepted(providerID: nil, answer: answer)
        case .deferred(let answer, nil): return .deferred(answer: answer)
        case .deferred(let answer, let seconds?): return .postponed(answer: answer, seconds: seconds)
        case .refused(let answer): return .undeliverable(answer: answer)
        case .unavailable(let fault): return outage(of: .push, fault, &summary)
        }
    }
}
