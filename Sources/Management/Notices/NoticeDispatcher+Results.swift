import Languages
public import Store
public import Ticketing

/// The result of sending a message.
public enum NoticeResult: Hashable, Sendable {
    /// A server or provider accepted the message.
    case accepted(providerID: String?, answer: String)
    /// A link with which a person can send the message was prepared. The message waits until a person sends it.
    case prepared
    /// The server refused the recipient or the message for good.
    case refused(answer: String)
    /// The message was not accepted this time, or it is unknown whether it was accepted. The program tries again, up to
    /// a maximum number of attempts.
    case deferred(answer: String)
    /// Like `deferred`, but the server has set the minimum number of seconds before the next attempt.
    case postponed(answer: String, seconds: Int64)
    /// The recipient cannot get this message by push, but perhaps by another channel. The program at once decides again
    /// whether to send it, and by which channel.
    case undeliverable(answer: String)
    /// It is unknown whether the message was accepted, and sending it again could cost money. So a person must decide
    /// whether to send it again.
    case uncertain(answer: String)
    /// No attempt was made, because the channel is down. The number of attempts does not increase.
    case notTried(answer: String, pauseSeconds: Int64)
    /// The ticket, order or event that the message is about no longer exists.
    case incomplete
}

/// A returned message or a report about a message.
public struct BounceReport: Hashable, Sendable {
    /// The token in the message's return address.
    public let token: String
    /// Whether every further message to the address will fail.
    public let isPermanent: Bool
    /// Whether the message was not delivered; false if the server tries again, or delivered the message.
    public let hasFailed: Bool
    /// Whether the recipient complained about the message.
    public let isComplaint: Bool
    /// The answer of the recipient's server, word for word.
    public let answer: String

    public init(token: String, isPermanent: Bool, hasFailed: Bool? = nil, isComplaint: Bool, answer: String) {
        self.token = token
        self.isPermanent = isPermanent
        self.hasFailed = hasFailed ?? isPermanent
        self.isComplaint = isComplaint
        self.answer = answer
    }
}

extension NoticeDispatcher {
    /// The maximum length of a stored answer of a server, in characters.
    private static let longestAnswer = 300
    /// The number of attempts to send a push message after which another channel is used.
    private static let pushAttempts = 3
    /// If a push service wants a longer wait than this number of seconds, another channel is used.
    private static let longestPushWait: Int64 = 600

    /// Stores the result of sending a leased notice. Does nothing if the lease has expired and another process has
    /// taken the notice.
    ///
    /// - Parameters:
    ///   - chance: a random number in 0 ..< 1, which varies the delay before the next attempt.
    ///   - policy: determines how long the program retries a message (`DeliveryRetryPolicy.attempts`).
    public func record(
        _ result: NoticeResult, of lease: Lease, chance: Double, policy: NoticePolicy = .standard, _ store: Store
    ) throws {
        try record([(lease, result)], chance: chance, policy: policy, store)
    }

    /// Stores the results of sending several leased notices in one transaction.
    public func record(
        _ results: [(lease: Lease, result: NoticeResult)], chance: Double, policy: NoticePolicy = .standard,
        _ store: Store
    ) throws {
        let now = now()
        let attempts = DeliveryRetryPolicy.attempts(within: policy.retrySeconds)
        try store.write { connection in
            for (lease, result) in results {
                let delivery = NoticeDispatcher.delivery(
                    lease.notice.delivery, after: result, attempts: attempts, chance: chance, at: now
                ).withoutOtherAddress
                try NoticeDispatcher.store(delivery, of: lease, at: now, connection)
            }
        }
    }

    private static func store(
        _ delivery: NoticeDelivery, of lease: Lease, at now: Instant, _ connection: any StoreConnection
    ) throws {
        guard try connection.notices.finish(lease.notice, as: delivery) else { return }
        if delivery.state == .bounced {
            try connection.recipients.stop(lease.address, since: now, answer: delivery.answer)
        }
        guard lease.channel == .sms, let id = delivery.providerID,
            let report = try connection.earlyReports.remove(id: id)
        else { return }
        let notice = lease.notice.with { $0.delivery = delivery }
        _ = try NoticeDispatcher.store(report, of: notice, at: now, connection)
    }

    /// The state of a delivery after an attempt to send the message.
    ///
    /// - Parameter attempts: the number of failed attempts after which the notice has failed.
    private static func delivery(
        _ leased: NoticeDelivery, after result: NoticeResult, attempts: Int, chance: Double, at now: Instant
    ) -> NoticeDelivery {
        var delivery = leased
        delivery.changed = now
        switch result {
        case .accepted(let id, let answer):
            delivery.state = .sent
            delivery.due = nil
            delivery.sent = now
            delivery.providerID = id
            delivery.answer = shortened(answer)
        case .prepared:
            // The notice is due again after a day. The program then decides again whether to send it, because it may
            // have become outdated.
            delivery.state = .queued
            delivery.due = now.advanced(bySeconds: 86_400)
            delivery.reason = .needsPerson
        case .refused(let answer):
            // Enhanced status codes 5.1.x say that the address is wrong (RFC 3463 §3.2), except for 5.1.7, 5.1.8 and
            // 5.1.90, which concern the sender. Other codes concern this message.
            delivery.state = answer.contains(/\b5\.1\.(?!(?:7|8|90)\b)[0-9]/) ? .bounced : .failed
            delivery.due = nil
            delivery.reason = .refused
            delivery.answer = shortened(answer)
        case .uncertain(let answer):
            delivery.state = .failed
            delivery.due = nil
            delivery.reason = .uncertain
            delivery.answer = shortened(answer)
        case .deferred(let answer):
            delay(&delivery, answer, atLeast: 0, attempts: attempts, chance: chance, at: now)
        case .postponed(let answer, let seconds):
            delay(&delivery, answer, atLeast: seconds, attempts: attempts, chance: chance, at: now)
        case .undeliverable(let answer):
            delivery.answer = shortened(answer)
            useOtherChannel(&delivery, at: now)
        case .notTried(let answer, let pause):
            delivery.state = .deferred
            delivery.tries = max(0, delivery.tries - 1)
            delivery.due = now.advanced(bySeconds: max(1, pause))
            delivery.reason = .outage
            delivery.answer = shortened(answer)
        case .incomplete:
            delivery.state = .dropped
            delivery.due = nil
            delivery.reason = .incomplete
        }
        return delivery
    }

    /// Schedules the next attempt; after too many attempts, the message has failed. Push messages are usually urgent,
    /// so another channel is used after a few attempts.
    private static func delay(
        _ delivery: inout NoticeDelivery, _ answer: String, atLeast least: Int64, attempts: Int, chance: Double,
        at now: Instant
    ) {
        delivery.answer = shortened(answer)
        if delivery.tries >= attempts {
            delivery.state = .failed
            delivery.due = nil
            delivery.reason = .gaveUp
        } else if delivery.channel == .push, delivery.tries >= pushAttempts || least > longestPushWait {
            useOtherChannel(&delivery, at: now)
        } else {
            let wait = Int64(DeliveryRetryPolicy.delay(after: delivery.tries, chance: chance).rounded(.up))
            delivery.state = .deferred
            delivery.due = now.advanced(bySeconds: max(wait, least))
            delivery.reason = .retry
        }
    }

    /// Makes the program decide again whether to send a push message, and use another channel for this and all later
    /// attempts (`NoticeFactsReader.usableChannels`).
    private static func useOtherChannel(_ delivery: inout NoticeDelivery, at now: Instant) {
        delivery.state = .deferred
        delivery.channel = nil
        delivery.due = now
        delivery.reason = .pushFailed
    }

    /// An answer of a server, cut to the maximum length. A sentence of this program (`Sentence.stored`) is not cut,
    /// because it is already short.
    private static func shortened(_ answer: String) -> String {
        Sentence.isStored(answer) ? answer : String(answer.prefix(longestAnswer))
    }

    /// Stores a report that a message came back or that its recipient complained. If messages to the address will
    /// always fail, or if the recipient complained, the program stops messages to the address. A member or the
    /// recipient can allow them again. A complaint also turns off all kinds of messages that can be turned off, and
    /// ends all consents of the recipient to get news.
    ///
    /// Only servers that got the message know its token. So a report proves that the message was sent, even if the
    /// process that sent it was killed before it stored the result of sending. A report that repeats an earlier report
    /// changes nothing.
    ///
    /// - Returns: the notice; nil if no message has the token, or if the message was not sent.
    public func record(_ report: BounceReport, _ store: Store) throws -> Notice? {
        let now = now()
        return try store.write { connection -> Notice? in
            // If another process stores the result of sending at the same time, the notice is read again.
            while let notice = try connection.notices.with(token: report.token), notice.delivery.state.canComeBack {
                if report.isRepeated(for: notice) { return notice.redacted }
                let delivery = NoticeDispatcher.delivery(notice.delivery, after: report, at: now).withoutOtherAddress
                guard try connection.notices.finish(notice, as: delivery) else { continue }
                try NoticeDispatcher.stopMessages(to: notice, after: report, delivery, at: now, connection)
                return notice.with { $0.delivery = delivery }.redacted
            }
            return nil
        }
    }

    private static func delivery(
        _ sent: NoticeDelivery, after report: BounceReport, at now: Instant
    ) -> NoticeDelivery {
        var delivery = sent
        delivery.changed = now
        delivery.answer = shortened(report.answer)
        if delivery.state.isPending {
            delivery.state = .sent
            delivery.due = nil
            delivery.sent = now
        }
        if report.isComplaint {
            delivery.reason = .complaint
        } else if report.isPermanent || report.hasFailed {
            delivery.state = report.isPermanent ? .bounced : .failed
            delivery.reason = .refused
        }
        return delivery
    }

    private static func stopMessages(
        to notice: Notice, after report: BounceReport, _ delivery: NoticeDelivery, at now: Instant,
        _ connection: any StoreConnection
    ) throws {
        guard report.isComplaint || report.isPermanent else { return }
        if report.isComplaint {
            var recipient = try connection.recipients.existing(notice.recipient)
            recipient.preferences.turnOffOptional()
            try connection.recipients.update(recipient)
        }
        try connection.recipients.stop(notice.usedAddress, since: now, answer: delivery.answer)
        if report.isComplaint { try connection.newsConsents.end(of: notice.recipient, at: now) }
    }

    /// Stores the report of an SMS provider about a message that the provider had accepted. Only a message in the state
    /// `sent` changes, so a report that is repeated, or that comes after another report, changes nothing.
    ///
    /// The report can arrive before the provider's id of the message is stored. If a message is being sent by SMS, a
    /// report with an unknown id is therefore kept until the id is stored (`EarlyReports`).
    ///
    /// - Parameters:
    ///   - id: the provider's id of the message.
    ///   - arrived: whether the message arrived.
    ///   - endsNumber: whether the message did not arrive because the phone number does not exist. If so, no more
    ///     messages are sent to the number until a member or the recipient allows them again.
    ///   - answer: the provider's answer, word for word.
    /// - Returns: whether the report has changed the state of a message.
    public func recordReport(
        id: String, arrived: Bool, endsNumber: Bool = false, answer: String, _ store: Store
    ) throws -> Bool {
        let now = now()
        let lease = NoticeDispatcher.leaseSeconds
        // If the report is unexpected, the store's write lock must not be taken.
        let isExpected = try store.read { connection in
            try connection.notices.sentBySMS(providerID: id) != nil
                || connection.notices.isSendingBySMS(at: now, leaseSeconds: lease)
        }
        guard isExpected else { return false }
        let report = SMSDeliveryReport(
            id: id, arrived: arrived, endsNumber: endsNumber, answer: NoticeDispatcher.shortened(answer))
        return try store.write { connection in
            // The lock is taken before the lookup. If another transaction stores the id at the same time, either this
            // lookup finds the id, or the other transaction finds the report.
            let isSending = try connection.notices.isSendingBySMS(at: now, leaseSeconds: lease, locked: true)
            if let notice = try connection.notices.sentBySMS(providerID: id) {
                return try NoticeDispatcher.store(report, of: notice, at: now, connection)
            }
            guard isSending else { return false }
            try connection.earlyReports.prune(until: now.advanced(bySeconds: -NoticeRetention.earlyReportSeconds))
            try connection.earlyReports.add(report, at: now)
            return false
        }
    }

    /// Stores the report about a message in the state `sent`. Returns false if another process has changed the message.
    private static func store(
        _ report: SMSDeliveryReport, of notice: Notice, at now: Instant, _ connection: any StoreConnection
    ) throws -> Bool {
        let delivery = notice.delivery.with {
            $0.state = report.arrived ? .delivered : report.endsNumber ? .bounced : .failed
            $0.reason = report.arrived ? $0.reason : .refused
            $0.answer = report.answer
            $0.changed = now
        }.withoutOtherAddress
        guard try connection.notices.update(notice, to: delivery) else { return false }
        if delivery.state == .bounced {
            try connection.recipients.stop(notice.usedAddress, since: now, answer: delivery.answer)
        }
        return true
    }

    /// The reasons of notices that wait because no channel is set up, or because a person must send them.
    static let channelReasons: [NoticeReason] = [.noChannel, .needsPerson]

    /// Makes notices due if they wait because no channel is set up, or because a person must send them. Call this
    /// method when a process starts to send messages, and when the settings change.
    public func wakeWaitingForChannel(_ store: Store) throws {
        let now = now()
        try store.write { connection in
            for reason in NoticeDispatcher.channelReasons {
                try connection.notices.wake(waitingFor: reason, at: now)
            }
        }
    }
}

extension BounceReport {
    /// Whether a notice already has the state that this report causes. This happens, for example, if a process was
    /// killed before it moved the returned mail out of the folder of new mails.
    fileprivate func isRepeated(for notice: Notice) -> Bool {
        isComplaint ? notice.delivery.reason == .complaint : notice.delivery.state == .bounced
    }
}

extension NoticeDelivery.State {
    /// Whether a message in this state can come back as undeliverable. A message that is being sent, or that will be
    /// sent again, can have reached a server already.
    fileprivate var canComeBack: Bool { wasSent || self == .leased || self == .deferred }
}
