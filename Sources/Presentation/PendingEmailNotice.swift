/// A sentence about the number of unsent messages, for pages and commands. This program does not send messages itself.
package struct PendingEmailNotice {
    private let count: Int

    package init(count: Int) { self.count = count }

    /// The sentence, such as `22 messages are waiting; no sender is set up`.
    package var sentence: String {
        switch count {
        case 0: "no message is queued"
        case 1: "1 message is waiting; no sender is set up"
        default: "\(count) messages are waiting; no sender is set up"
        }
    }
}
