public import Ticketing

/// The number of people to whom a change queues messages, and the cost of these messages.
public struct RecipientCount: Hashable, Sendable {
    /// The number of people. A person who gets several messages counts once.
    public let people: Int
    /// The number of these people whose messages go to a phone number by SMS; 0 if the program sends no SMS.
    public let bySMS: Int
    /// The price of one part of an SMS; nil if the price is unknown.
    public let smsPrice: Money?

    public init(people: Int, bySMS: Int = 0, smsPrice: Money? = nil) {
        self.people = people
        self.bySMS = bySMS
        self.smsPrice = smsPrice
    }

    /// The cost of the messages if each person gets one SMS with one part. Nil if no messages go to phone numbers, or
    /// if the price is unknown.
    public var leastCost: Money? { bySMS > 0 ? smsPrice?.times(bySMS) : nil }
}

extension ManagementServices {
    /// A copy of these services that uses the given closures to estimate the cost of SMS. Without the closures,
    /// services assume that the program sends SMS at an unknown price. The closures can be called inside a transaction,
    /// so they must be fast.
    ///
    /// - Parameters:
    ///   - price: reads the price of one part of an SMS.
    ///   - sendsSMS: reads whether a sender of SMS is set up.
    public func pricing(
        _ price: @escaping @Sendable () -> Money?, ifSendingSMS sendsSMS: @escaping @Sendable () -> Bool = { true }
    ) -> ManagementServices {
        var services = self
        services.smsPrice = price
        services.sendsSMS = sendsSMS
        return services
    }

    /// The number of people to whom messages are queued, with the number and the price of SMS.
    ///
    /// - Parameter phones: the number of these people whose messages go to a phone number.
    public func recipientCount(_ people: Int, phones: Int) -> RecipientCount {
        RecipientCount(people: people, bySMS: sendsSMS() ? min(people, phones) : 0, smsPrice: smsPrice())
    }
}
