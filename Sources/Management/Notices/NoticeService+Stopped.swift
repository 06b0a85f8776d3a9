public import Store
public import Ticketing

/// The addresses to which no messages are sent any more, because an earlier message came back or its recipient
/// complained.
extension NoticeService {
    /// The addresses among the recipients of an organizer's messages to which the program sends no more messages, each
    /// with its orders and tickets; at most `limit`. The most recently stopped addresses come first.
    public func stoppedAddresses(of organizer: Organizer, limit: Int) throws -> [Notices.StoppedAddress] {
        try services.read(.readNotices, in: organizer.number) {
            try $0.notices.stopped(of: organizer.number, limit: limit)
        }
    }

    /// Does the same as `stoppedAddresses(of:limit:)` for an organizer, with only the messages about one event.
    public func stoppedAddresses(of event: Event, limit: Int) throws -> [Notices.StoppedAddress] {
        try services.read(.readNotices, on: event) {
            try $0.notices.stopped(of: event.organizer, at: event.number, limit: limit)
        }
    }

    /// Allows messages to an address again, for example after its owner has asked for them. Messages that were not sent
    /// while the address got no messages are not sent later.
    ///
    /// - Returns: false if messages to the address were not stopped, or if they were stopped because of a message of
    ///   another organizer. In both cases, nothing is changed.
    @discardableResult
    public func allowMessages(to address: String, of organizer: Organizer) throws -> Bool {
        try services.perform(.resendTicket, in: organizer.number) { work in
            guard let since = try work.connection.recipients.with(address: address)?.suppressed,
                try work.connection.notices.hasStopped(address, since: since, organizer: organizer.number)
            else { return false }
            try work.connection.recipients.suppress(address, since: nil, answer: nil)
            try work.record(
                AuditSubject(.organizer, organizer.number), before: ["message": address, "state": "suppressed"],
                after: ["message": address, "state": "allowed", "changed": work.now.auditValue])
            return true
        }
    }
}
