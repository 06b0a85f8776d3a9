package import Languages

/// A sentence about the number of unsent messages, for pages and commands. It also says if the messages cannot be sent
/// now.
package struct PendingEmailNotice {
    private let count: Int
    private let sender: Sender

    /// Whether messages can be sent, according to the settings in `messages.json`.
    package enum Sender: Hashable, Sendable {
        /// Messages are sent by e-mail, by SMS, or with both.
        case configured
        case missing
        /// The settings cannot be read.
        case unreadable
    }

    package init(count: Int, sender: Sender) {
        self.count = count
        self.sender = sender
    }

    /// The sentence, such as `22 messages are waiting; no sender is set up`.
    package var sentence: Sentence {
        guard count > 0 else { return Sentence(ResultSentence.noMessage) }
        let key: ResultSentence =
            switch sender {
            case .configured: .messagesToSend
            case .missing: .messagesWaiting
            case .unreadable: .messagesWithoutSettings
            }
        return Sentence(key, ["count": .number(count)])
    }
}
