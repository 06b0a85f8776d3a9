import Languages
import Store
public import Ticketing

extension NoticeService {
    /// A notice of an organizer, without its secrets.
    ///
    /// - Throws: `ManagementError.unknownNotice`.
    public func notice(_ key: String, of organizer: Organizer) throws -> Notice {
        try services.read(.readNotices, in: organizer.number) { connection in
            guard let notice = try connection.notices.with(key: key), notice.organizer == organizer.number else {
                throw ManagementError.unknownNotice(key)
            }
            return try shown(connection)(notice)
        }
    }

    /// The number of an organizer's notices in each state.
    public func counts(of organizer: Organizer) throws -> [NoticeDelivery.State: Int] {
        try services.read(.readNotices, in: organizer.number) { try $0.notices.counts(of: organizer.number) }
    }

    /// Queues a notice again. `Notice.canBeRetried` must be true: the notice has bounced or failed, waits for its next
    /// attempt, or was dropped because it was queued before the program could send messages. If messages to its address
    /// were stopped because this notice came back, messages to the address are allowed again.
    ///
    /// - Throws: `ManagementError.unknownNotice`; `noticeSettled` for a notice in another state.
    public func retry(_ key: String, of organizer: Organizer) throws -> Notice {
        try change(key, of: organizer, .resendTicket) { notice, work in
            guard notice.canBeRetried else { throw ManagementError.noticeSettled(notice.delivery.state) }
            return try NoticeService.retried(notice, work)
        }
    }

    /// The delivery of a notice that is queued again. If messages to its address were stopped because the notice came
    /// back, also allows messages to the address again.
    static func retried(_ notice: Notice, _ work: UnitOfWork) throws -> NoticeDelivery {
        if notice.delivery.state == .bounced {
            // If messages to the address were stopped because of a notice of another organizer, they stay stopped.
            let recipient = try work.connection.recipients.with(address: notice.usedAddress)
            if let since = recipient?.suppressed, since == notice.delivery.changed {
                try work.connection.recipients.suppress(notice.usedAddress, since: nil, answer: nil)
            }
        }
        return notice.delivery.with {
            $0.state = .queued
            $0.due = work.now
            $0.tries = 0
            $0.reason = nil
        }
    }

    /// Records that another program or a person has sent a notice, or has failed to send it.
    ///
    /// - Parameter answer: the provider's answer, word for word (`Sentence.stored(words:)`).
    /// - Throws: `ManagementError.unknownNotice`; `noticeSettled` if the notice is no longer pending. A notice in the
    ///   state `sent` can still become `delivered` or `failed`.
    public func acknowledge(
        _ key: String, as result: NoticeDelivery.ReportedResult, answer: String? = nil, of organizer: Organizer
    ) throws -> Notice {
        try change(key, of: organizer, .resendTicket) { notice, work in
            let isReport = result != .sent && notice.delivery.state == .sent
            guard notice.delivery.state.isPending || isReport else {
                throw ManagementError.noticeSettled(notice.delivery.state)
            }
            return notice.delivery.with {
                $0.state = result.state
                $0.due = nil
                $0.reason = .handedOver
                $0.answer = answer.map { Sentence.stored(words: $0) }
                $0.changed = work.now
                if result != .failed { $0.sent = $0.sent ?? work.now }
            }
        }
    }

    private func change(
        _ key: String, of organizer: Organizer, _ operation: Operation,
        _ alter: (Notice, UnitOfWork) throws -> NoticeDelivery
    ) throws -> Notice {
        try services.perform(operation, in: organizer.number) { work in
            guard let notice = try work.connection.notices.with(key: key), notice.organizer == organizer.number else {
                throw ManagementError.unknownNotice(key)
            }
            let delivery = try alter(notice, work)
            guard try work.connection.notices.finish(notice, as: delivery) else {
                throw ManagementError.noticeSettled(.leased)
            }
            try NoticeService.record(delivery, of: notice, in: organizer.number, work)
            return try shown(work.connection)(notice.with { $0.delivery = delivery })
        }
    }

    static func record(
        _ delivery: NoticeDelivery, of notice: Notice, in organizer: OrganizerNumber, _ work: UnitOfWork
    ) throws {
        let subject = notice.event.map { AuditSubject(.event, $0) } ?? AuditSubject(.organizer, organizer)
        try work.record(
            subject, of: notice.event, before: ["message": notice.key, "state": notice.delivery.state.rawValue],
            after: ["message": notice.key, "state": delivery.state.rawValue, "changed": work.now.auditValue])
    }
}

extension Notice {
    /// Whether a member can send the notice again. When a notice bounces, fails or is dropped, its codes and links are
    /// removed. So a notice of a kind with codes or links cannot be sent again.
    public var canBeRetried: Bool {
        switch delivery.state {
        case .deferred: true
        case .bounced, .failed: kind.secrets.isEmpty
        case .dropped: delivery.reason == .beforeDelivery && kind.secrets.isEmpty
        case .queued, .leased, .sent, .delivered, .suppressed, .merged: false
        }
    }
}
