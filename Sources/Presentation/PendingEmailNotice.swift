package import Languages

/// A sentence about the number of unsent messages, for pages and commands. This program does not send messages itself.
package struct PendingEmailNotice {
    private let count: Int

    package init(count: Int) { self.count = count }

    /// The sentence, such as `22 messages are waiting; no sender is set up`.
    package var sentence: Sentence {
        count == 0
            ? Sentence(ResultSentence.noMessage)
            : Sentence(ResultSentence.messagesWaiting, ["count": .number(count)])
    }
}
