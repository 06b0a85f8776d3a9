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
    /// The message was not accepted this time, or it is unknown whether it was accepted. The program sends the message
    /// again.
    case deferred(answer: String)
    /// It is unknown whether the message was accepted, and sending it again could cost money. So a person must decide
    /// whether to send it again.
    case uncertain(answer: String)
    /// No attempt was made, because the channel is down. The number of attempts does not increase.
    case notTried(answer: String, pauseSeconds: Int64)
    /// The thing that the message is about no longer exists.
    case incomplete
}

/// A returned message or a report about a message.
public struct BounceReport: Hashable, Sendable {
    /// The token in the message's return address.
    public let token: String
    /// Whether messages to the address will always fail.
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
    /// The maximum length of a stored answer of a server, in characters. Longer answers are cut.
    private static let longestAnswer = 300

    /// Stores the result of sending a leased notice. Does nothing if the lease has expired and another process has
    /// taken the notice.
    ///
    /// - Parameter chance: a random number in 0 ..< 1, which varies the delay before the next attempt.
    public func record(_ result: NoticeResult, of lease: Lease, chance: Double, _ store: Store) throws {
        try record([(lease, result)], chance: chance, store)
    }

    /// Stores the results of sending several leased notices in one transaction.
    public func record(_ results: [(lease: Lease, result: NoticeResult)], chance: Double, _ store: Store) throws {
        let now = now()
        try store.write { connection in
            for (lease, result) in results {
                let delivery = NoticeDispatcher.delivery(lease.notice.delivery, after: result, chance: chance, at: now)
                    .withoutOtherAddress
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

    /// The delivery after a result.
    static func delivery(
        _ leased: NoticeDelivery, after result: NoticeResult, chance: Double, at now: Instant
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
            // The program decides about the notice again every day, because the notice may be outdated by then.
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
            delivery.answer = shortened(answer)
            if delivery.tries >= maximumTries {
                delivery.state = .failed
                delivery.due = nil
                delivery.reason = .gaveUp
            } else {
                delivery.state = .deferred
                delivery.due = now.advanced(
                    bySeconds: Int64(DeliveryRetryPolicy.delay(after: delivery.tries, chance: chance).rounded(.up)))
                delivery.reason = .retry
            }
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

    private static func shortened(_ answer: String) -> String { String(answer.prefix(longestAnswer)) }

    /// Stores a report that a message came back or that its recipient complained. If messages to the address will
    /// always fail, or if the recipient complained, no more messages are sent to it until a member or the recipient
    /// allows them again. A complaint also turns off all kinds of messages that can be turned off, and ends all
    /// consents of the recipient to get news.
    ///
    /// - Returns: the notice; nil if no message has the token, or if the message was not sent.
    public func record(_ report: BounceReport, _ store: Store) throws -> Notice? {
        let now = now()
        return try store.write { connection -> Notice? in
            guard let notice = try connection.notices.with(token: report.token) else { return nil }
            guard notice.delivery.state.wasSent else { return nil }
            var delivery = notice.delivery
            delivery.changed = now
            delivery.answer = NoticeDispatcher.shortened(report.answer)
            if report.isComplaint {
                delivery.reason = .complaint
                var recipient = try connection.recipients.existing(notice.recipient)
                recipient.preferences.turnOffOptional()
                try connection.recipients.update(recipient)
                try connection.recipients.stop(notice.usedAddress, since: now, answer: delivery.answer)
                try connection.newsConsents.end(of: notice.recipient, at: now)
            } else if report.isPermanent {
                delivery.state = .bounced
                delivery.reason = .refused
                try connection.recipients.stop(notice.usedAddress, since: now, answer: delivery.answer)
            } else if report.hasFailed {
                delivery.state = .failed
                delivery.reason = .refused
            }
            delivery = delivery.withoutOtherAddress
            try connection.notices.update(notice, to: delivery)
            return notice.with { $0.delivery = delivery }.redacted
        }
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
        // An unexpected report must not take the store's write lock.
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

    /// Makes notices due if they wait because no channel is set up, or because a person must send them. Call this
    /// method when a process starts to send messages, and when the settings change.
    public func wakeWaitingForChannel(_ store: Store) throws {
        let now = now()
        try store.write { connection in
            for reason in [NoticeReason.noChannel, .needsPerson] {
                try connection.notices.wake(waitingFor: reason, at: now)
            }
        }
    }
}
