package import Languages

/// A sentence about the number of unsent messages. If messages cannot be sent now, the sentence says so.
package struct PendingEmailNotice {
    private let count: Int
    private let stopped: Int
    private let scope: Scope
    private let sender: Sender

    /// The messages that are counted.
    package enum Scope: Hashable, Sendable {
        /// The messages that the reported change has queued.
        case change
        /// All unsent messages about the event.
        case event
    }

    /// Whether messages can be sent, according to the settings in `messages.json`.
    package enum Sender: Hashable, Sendable {
        /// Messages are sent by e-mail, by SMS, or by both.
        case configured
        case missing
        case unreadable
    }

    /// - Parameters:
    ///   - count: the number of unsent messages.
    ///   - stopped: the number of unsent messages that will never be sent, because messages to their recipients were
    ///     stopped.
    ///   - scope: the messages that `count` counts.
    package init(count: Int, stopped: Int = 0, of scope: Scope, sender: Sender) {
        self.count = count - stopped
        self.stopped = stopped
        self.scope = scope
        self.sender = sender
    }

    /// The sentence, such as `22 messages from this change are waiting; no sender is set up`.
    package var sentence: Sentence {
        guard count > 0 else {
            return stopped > 0 ? Sentence(ReachSentence.nothingToSend) : Sentence(ResultSentence.noMessage)
        }
        let key: ResultSentence =
            switch (scope, sender) {
            case (.change, .configured): .changeToSend
            case (.change, .missing): .changeWaiting
            case (.change, .unreadable): .changeWithoutSettings
            case (.event, .configured): .eventToSend
            case (.event, .missing): .eventWaiting
            case (.event, .unreadable): .eventWithoutSettings
            }
        return Sentence(key, ["count": .number(count)])
    }
}
