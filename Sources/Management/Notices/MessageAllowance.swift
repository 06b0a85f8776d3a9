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
    /// - Parameter people: the confirmed number of people. Messages to at most `MessagePreview.confirmationLimit`
    ///   people need no confirmation, so a smaller number than this limit has no effect.
    public func allowingMessages(to people: Int) -> ManagementServices {
        var services = self
        services.allowedRecipients = max(people, MessagePreview.confirmationLimit)
        return services
    }

    /// Checks the number of recipients of an operation that needs several transactions. Call this method before the
    /// first transaction.
    ///
    /// - Throws: `ManagementError.tooManyRecipients`.
    func requireAllowance(forMessagesTo people: Int, _ operation: Operation, on event: Event) throws {
        guard people <= allowedRecipients else {
            throw ManagementError.tooManyRecipients(UnconfirmedChange(people: people, operation, on: event))
        }
    }
}

extension UnitOfWork {
    /// Checks the number of people to whom this operation has queued messages. A person who gets several of the
    /// messages counts once.
    ///
    /// - Parameter event: the event of the operation; nil for an operation that can change several events.
    /// - Throws: `ManagementError.tooManyRecipients`.
    func requireRecipients(atMost allowed: Int, at event: EventNumber?) throws {
        guard queuedMessages.count > allowed, let organizer else { return }
        // The store counts the recipients of all messages that were created at `now` or later, because this operation's
        // messages have a later time if the clock of another server is ahead (`Notices.creationTime`). This number can
        // include recipients of another operation, so it is limited to the number of messages that this operation has
        // queued.
        let people = min(
            queuedMessages.count, try connection.notices.recipients(of: organizer, createdFrom: now))
        guard people <= allowed else {
            throw ManagementError.tooManyRecipients(try unconfirmedChange(messagesTo: people, at: event))
        }
    }
}
