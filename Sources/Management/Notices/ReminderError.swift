public import Languages

/// The reason why a reminder could not be added or removed.
public enum ReminderError: Error, Hashable, SentenceConvertible {
    /// The event already has the maximum number of reminders.
    case tooMany
    /// The event has no reminder with this number.
    case unknown(Int)

    enum Text: String, SentenceKey {
        static let subject = "reminderError"

        case tooMany = "you can add at most {limit} reminders to an event"
        case tooManyHint = "remove a reminder first"
        case unknown = "the event has no reminder {number}"
        case unknownHint = "list the reminders with: eventpass event reminder list EVENT"
        case tooFar = "at most {days} days before or after the doors open, the event starts or the event ends"
        case peopleOfEvent = "people of the event, not the recipients of news"
        case past = "a time in the future; the reminder would have been sent at {time}"
    }

    public var sentence: Sentence {
        switch self {
        case .tooMany: Sentence(Text.tooMany, ["limit": .number(ReminderDetails.mostPerEvent)])
        case .unknown(let number): Sentence(Text.unknown, ["number": .text("\(number)")])
        }
    }

    /// Advice on how to resolve the error; nil if there is no advice.
    public var hint: Sentence? {
        switch self {
        case .tooMany: Sentence(Text.tooManyHint)
        case .unknown: Sentence(Text.unknownHint)
        }
    }
}
