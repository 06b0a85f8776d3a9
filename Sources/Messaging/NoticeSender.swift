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
        /// The number of notices that must wait or will not be sent. The reason is stored with each notice.
        package var waiting = 0
        /// The reasons why a channel did not work; empty if every channel worked.
        package var faults: [Sentence] = []

        package init() {}

        mutating func count(_ result: NoticeResult) {
            switch result {
            case .accepted: sent += 1
            case .deferred, .postponed, .undeliverable, .notTried: deferred += 1
            case .refused, .uncertain: refused += 1
            case .prepared, .incomplete: waiting += 1
            }
        }

        /// Adds an error of a task. The messages are still sent.
        mutating func add(_ error: any Error) { faults.append(NoticeSender.sentence(of: error)) }
    }

    /// One call of the method `pass`.
    struct Pass {
        let transports: Transports
        /// Makes the messages. Its time is the beginning of the pass.
        let composer: MessageComposer
        let isStopping: @Sendable () -> Bool
        /// The number of notices about which the pass may still decide.
        var left: Int
        /// Whether notices to large audiences may have to be queued.
        var hasAudiences = true
        var summary: Summary

        var policy: NoticePolicy { transports.settings.noticePolicy }
    }

    /// Leased messages that are sent one after another.
    struct Batch {
        /// Whether the recipients are waiting for these messages (`Notice.Kind.isAwaited`).
        let isAwaited: Bool
        /// Whether messages whose recipients are waiting were sent before the next message of this batch. If so, the
        /// sender looks for more of them only after the next message. So they cannot delay all other messages.
        var hasSentAwaited = false
        /// For each channel, the number of senders that share its limit of messages per minute. This number is read
        /// only once for each batch, because the query reads all leased notices of the channel.
        var senders: [Notice.Channel: Int] = [:]
        /// The results that are not stored yet.
        var unrecorded: [(lease: NoticeDispatcher.Lease, result: NoticeResult)] = []
        var lastRecord = ContinuousClock.now
    }

    let store: Store
    private let ring: @Sendable () throws -> KeyRing
    private let settings: MessageSettingsSource
    private let passes: (@Sendable (Event, Instant) -> WalletCredentials)?
    let now: @Sendable () -> Instant
    private let pictures: MessagePictures
    let dispatcher: NoticeDispatcher
    private var audiences: AudienceQueue
    var priority: GatePriority
    let scheduled: ScheduledWork
    private var pruning: DailyNoticePruning
    private var transports: Transports?
    /// The channels that do not work now, each with the time of the next attempt and the number of failures.
    private var outages: [Notice.Channel: (until: Instant, failures: Int)] = [:]
    var pacer = MessagePacer()
    /// The last time at which the sender looked for messages whose recipients are waiting for them.
    var lastLook: Instant?
    /// The maximum number of notices that one transaction decides about while a gate scans tickets. At other times, the
    /// maximum is `NoticeDispatcher.batchSize`.
    private static let batchBesideGates = 8
    /// While a gate scans tickets, the results of several messages are collected. After this time, they are stored in
    /// one transaction.
    private static let longestUnrecorded = Duration.seconds(20)

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
        scheduled = ScheduledWork(store, clock: now)
        pruning = DailyNoticePruning(clock: now)
    }

    /// Removes some old messages, and queues reminders that are due and notices to large audiences. Then decides about
    /// at most `limit` notices that are due, and sends their messages. If no channel is set up, or if no channel works
    /// now, the notices stay queued.
    ///
    /// Messages whose recipients are waiting for them are sent before others, even if they are queued during the pass.
    /// After a few of them, at least one other message is sent.
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
        runScheduled(policy, hasChannel: !transports.channels.isEmpty, isStopping, &summary)
        guard transports.channels.contains(where: { !isOut($0) }) else {
            attempt({ try audiences.queueAll(store, isStopping: isStopping) }, &summary)
            return summary
        }
        let composer = try MessageComposer(ring: ring(), settings: transports.settings, passes: passes, now: now())
        var pass = Pass(
            transports: transports, composer: composer, isStopping: isStopping, left: limit, summary: summary)
        while pass.left > 0, !isStopping() {
            guard try advance(&pass, queuesAllSuggestions) else { break }
        }
        return pass.summary
    }

    /// Sends some messages whose recipients are waiting. Then queues some notices to large audiences, decides about the
    /// next notices, and sends their messages.
    ///
    /// - Returns: whether more work may be left.
    private func advance(_ pass: inout Pass, _ queuesAllSuggestions: Bool) throws -> Bool {
        let isStopping = pass.isStopping
        if runScheduled(pass.policy, hasChannel: true, isStopping, &pass.summary) { pass.hasAudiences = true }
        let awaited = try leaseAwaited(&pass)
        if !awaited.leases.isEmpty { try send(awaited.leases, Batch(isAwaited: true), &pass) }
        if pass.hasAudiences {
            var hasQueued = false
            attempt({ hasQueued = try audiences.queueNext(store, isStopping: isStopping) != nil }, &pass.summary)
            pass.hasAudiences = hasQueued
        }
        guard pass.left > 0 else { return false }
        // If more recipients are waiting, their messages must not delay all other messages.
        let group: Notices.DueGroup = awaited.decided > 0 ? .others : .all
        let (transports, policy, left) = (pass.transports, pass.policy, pass.left)
        let (leases, decided) = try priority.run(store, isStopping: isStopping) { isScanning in
            try dispatcher.decide(
                atMost: isScanning ? min(left, NoticeSender.batchBesideGates) : left, in: group,
                channels: transports.channels, policy: policy, store)
        }
        let hasSuggestions = queuesAllSuggestions && scheduled.hasMoreSuggestions
        guard decided > 0 || awaited.decided > 0 || pass.hasAudiences || hasSuggestions else { return false }
        if decided == 0, !pass.hasAudiences, hasSuggestions {
            attempt({ try scheduled.queueSuggestions(policy, isStopping) }, &pass.summary)
        }
        pass.left -= decided
        pass.summary.waiting += decided - leases.count
        try send(leases, Batch(isAwaited: false, hasSentAwaited: !awaited.leases.isEmpty), &pass)
        return true
    }

    /// Does the scheduled work if it is due. Returns whether it was due.
    @discardableResult
    func runScheduled(
        _ policy: NoticePolicy, hasChannel: Bool, _ isStopping: @escaping @Sendable () -> Bool,
        _ summary: inout Summary
    ) -> Bool {
        guard scheduled.isDue(hasChannel: hasChannel) else { return false }
        for error in scheduled.run(policy, hasChannel: hasChannel, isStopping: isStopping) { summary.add(error) }
        return true
    }

    private func attempt(_ task: () throws -> Void, _ summary: inout Summary) {
        do { try task() } catch { summary.add(error) }
    }

    /// The text of an error that does not stop the sender.
    package static func sentence(of error: any Error) -> Sentence {
        (error as? any SentenceConvertible)?.sentence ?? .verbatim("\(type(of: error))")
    }

    func isOut(_ channel: Notice.Channel) -> Bool { outages[channel].map { now() < $0.until } ?? false }

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

    /// Sends the messages of leased notices one after another, and stores the results. If sending fails with an error,
    /// the leases of the messages that were not tried are given back. If a result cannot be stored, these leases stay.
    /// A message whose sending failed with an error keeps its lease, because the message may have been sent.
    func send(_ leases: [NoticeDispatcher.Lease], _ started: Batch, _ pass: inout Pass) throws {
        var batch = started
        var untried = leases[...]
        while let lease = untried.first {
            // If the program stops, or if it is too late, the lease is given back, so that the program or another
            // process can decide again.
            let result: NoticeResult
            do {
                try waitForTurn(of: lease, in: &batch, &pass)
                untried.removeFirst()
                result =
                    pass.isStopping() || isLate(lease)
                    ? .notTried(answer: "", pauseSeconds: 1) : try self.deliver(lease, &pass)
            } catch {
                batch.unrecorded += untried.map {
                    (lease: $0, result: NoticeResult.notTried(answer: "", pauseSeconds: 1))
                }
                try record(&batch, pass)
                throw error
            }
            batch.hasSentAwaited = false
            pass.summary.count(result)
            batch.unrecorded.append((lease, result))
            // A second SMS would cost money, so the result of an SMS is stored at once.
            if !priority.isScanning || lease.channel == .sms
                || batch.lastRecord.duration(to: .now) > NoticeSender.longestUnrecorded
            {
                try record(&batch, pass, pausing: !batch.isAwaited)
            }
        }
        try record(&batch, pass)
    }

    /// Stores the results of a batch.
    ///
    /// - Parameter isPausing: whether to pause afterwards while a gate scans tickets.
    func record(_ batch: inout Batch, _ pass: Pass, pausing isPausing: Bool = true) throws {
        let results = batch.unrecorded
        guard !results.isEmpty else { return }
        batch.unrecorded = []
        batch.lastRecord = .now
        func storeResults() throws {
            try dispatcher.record(results, chance: .random(in: 0..<1), policy: pass.policy, store)
        }
        do {
            if isPausing {
                try priority.run(store, isStopping: pass.isStopping) { _ in try storeResults() }
            } else {
                try storeResults()
            }
        } catch let error where results.count > 1 {
            // If one result cannot be stored, the other results must still be stored.
            throw dispatcher.recordSeparately(
                results, chance: .random(in: 0..<1), policy: pass.policy, store) ?? error
        }
    }

    /// Sends the message of a leased notice. A mail folder is usually on the same disk as the store, so writing a mail
    /// into the folder can delay scans. If a gate scans tickets, this function therefore pauses after the mail, unless
    /// the recipient is waiting for it.
    private func deliver(_ lease: NoticeDispatcher.Lease, _ pass: inout Pass) throws -> NoticeResult {
        guard lease.channel == .email, case .folder? = pass.transports.settings.mail?.way,
            !lease.notice.kind.isAwaited
        else { return try result(of: lease, &pass) }
        let isStopping = pass.isStopping
        return try priority.run(store, isStopping: isStopping) { _ in try result(of: lease, &pass) }
    }

    private func result(of lease: NoticeDispatcher.Lease, _ pass: inout Pass) throws -> NoticeResult {
        if let outage = outages[lease.channel], now() < outage.until {
            return .notTried(answer: "", pauseSeconds: outage.until.seconds - now().seconds)
        }
        if lease.channel == .whatsApp { return .prepared }
        let transports = pass.transports
        var composer = pass.composer
        composer.now = now()
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
        if lease.channel == .push { return try push(message, of: lease, transports, &pass.summary) }
        let result = try transports.send(message, of: lease, at: now())
        if case .unavailable(let fault) = result { return outage(of: lease.channel, fault, &pass.summary) }
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
