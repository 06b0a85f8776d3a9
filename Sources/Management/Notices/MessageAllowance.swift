import Store
import Ticketing

/// Counts the messages that an operation queues.
final class MessageCounter {
    private(set) var count = 0

    func add(_ messages: Int) { count += messages }
}

extension ManagementServices {
    /// A copy of these services, after a person has confirmed that a change queues messages to many people. The copy
    /// refuses a change that would queue messages to more people than that with `ManagementError.tooManyRecipients`.
    ///
    /// - Parameter people: the number of people that was confirmed. Up to `MessagePreview.confirmationLimit` people
    ///   need no confirmation, so a smaller number has no effect.
    public func allowingMessages(to people: Int) -> ManagementServices {
        var services = self
        services.allowedRecipients = max(people, MessagePreview.confirmationLimit)
        return services
    }

    /// Checks the number of recipients of an operation that needs several transactions, before the first of them.
    ///
    /// - Throws: `ManagementError.tooManyRecipients`.
    func requireAllowance(forMessagesTo people: Int) throws {
        guard people <= allowedRecipients else { throw ManagementError.tooManyRecipients(people) }
    }
}

extension UnitOfWork {
    /// Checks the number of people to whom this operation has queued messages. A person who gets several of the
    /// messages counts once.
    ///
    /// - Throws: `ManagementError.tooManyRecipients`.
    func requireRecipients(atMost allowed: Int) throws {
        guard queuedMessages.count > allowed, let organizer else { return }
        // Another operation can have queued messages at the same moment. They are not messages of this operation.
        let people = min(
            queuedMessages.count, try connection.notices.recipients(of: organizer, created: now))
        guard people <= allowed else { throw ManagementError.tooManyRecipients(people) }
    }
}
