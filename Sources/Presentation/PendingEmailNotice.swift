package import Languages

/// A sentence about the number of unsent messages, for pages and commands. It also says if the messages cannot be sent
/// now.
package struct PendingEmailNotice {
    private let count: Int
    private let stopped: Int
    private let sender: Sender

    /// Whether messages can be sent, according to the settings in `messages.json`.
    package enum Sender: Hashable, Sendable {
        /// Messages are sent by e-mail, by SMS, or by both.
        case configured
        case missing
        /// The settings cannot be read.
        case unreadable
    }

    /// - Parameters:
    ///   - count: the number of unsent messages.
    ///   - stopped: the number of unsent messages that will never be sent, because messages to their recipients were
    ///     stopped.
    package init(count: Int, stopped: Int = 0, sender: Sender) {
        self.count = count - stopped
        self.stopped = stopped
        self.sender = sender
    }

    /// The sentence, such as `22 messages are waiting; no sender is set up`.
    package var sentence: Sentence {
        guard count > 0 else {
            return stopped > 0 ? Sentence(ReachSentence.nothingToSend) : Sentence(ResultSentence.noMessage)
        }
        let key: ResultSentence =
            switch sender {
            case .configured: .messagesToSend
            case .missing: .messagesWaiting
            case .unreadable: .messagesWithoutSettings
            }
        return Sentence(key, ["count": .number(count)])
    }
}
