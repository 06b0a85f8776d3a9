import Store
import Ticketing

/// Counts the messages that an operation queues.
final class MessageCounter {
    private(set) var count = 0

    func add(_ messages: Int) { count += messages }
}

extension ManagementServices {
    /// A copy of these services for use after a person has confirmed the number of people to whom a change queues
    /// messages. If a change would queue messages to more people, the copy throws `ManagementError.tooManyRecipients`.
    ///
    /// - Parameter people: the confirmed number of people. A number below `MessagePreview.confirmationLimit` has no
    ///   effect.
    public func allowingMessages(to people: Int) -> ManagementServices {
        var services = self
        services.allowedRecipients = max(people, MessagePreview.confirmationLimit)
        return services
    }

    /// Checks the number of recipients of an operation that needs several transactions. Call this method before the
    /// first transaction. Also call it for an operation whose messages are queued later, such as a new reminder.
    ///
    /// - Parameter phones: the number of recipients whose messages go to a phone number.
    /// - Throws: `ManagementError.tooManyRecipients`.
    func requireAllowance(
        forMessagesTo people: Int, phones: Int, _ operation: Operation, on event: Event
    ) throws {
        guard people <= allowedRecipients else {
            throw ManagementError.tooManyRecipients(
                UnconfirmedChange(recipientCount(people, phones: phones), operation, on: event))
        }
    }
}

/// The messages of one operation that has queued messages to more people than these services allow.
struct ExcessMessages {
    /// The description of the operation. Its number of SMS does not include the SMS to large audiences, which are
    /// counted after the transaction.
    let change: UnconfirmedChange
    /// The number of recipients whose messages go to a phone number, without the members of large audiences.
    let phones: Int
    let audiences: [NoticeAudiences.Stored]
}

extension UnitOfWork {
    /// The messages of this operation, if they go to more people than allowed; nil if they do not. A person who gets
    /// several of the messages counts once.
    ///
    /// - Parameters:
    ///   - event: the event of the operation; nil for an operation that can change several events.
    ///   - count: makes a `RecipientCount` from the number of people, and the number of those people whose messages go
    ///     to a phone number.
    func messages(
        toMoreThan allowed: Int, at event: EventNumber?, _ count: (_ people: Int, _ phones: Int) -> RecipientCount
    ) throws -> ExcessMessages? {
        guard queuedMessages.count > allowed, let organizer else { return nil }
        // The store counts the recipients of all messages that were created at `now` or later. Messages of this
        // operation have a later time if the clock of another server is ahead (`Notices.creationTime`). The result can
        // include recipients of other operations, so it is limited to the number of messages that this operation has
        // queued.
        let people = min(
            queuedMessages.count, try connection.notices.recipients(of: organizer, createdFrom: now))
        guard people > allowed else { return nil }
        let phones = try connection.notices.phoneRecipients(of: organizer, createdFrom: now)
        return ExcessMessages(
            change: try unconfirmedChange(messagesTo: count(people, phones), at: event), phones: phones,
            audiences: try connection.noticeAudiences.stored(of: organizer, createdFrom: now))
    }
}
