/// The number of messages in the outbox, in the words shared by pages and commands. This program has no sender of its
/// own.
package struct PendingEmailNotice {
    private let count: Int

    package init(count: Int) { self.count = count }

    /// `22 messages are waiting; no sender is set up`.
    package var sentence: String {
        switch count {
        case 0: "no message is queued"
        case 1: "1 message is waiting; no sender is set up"
        default: "\(count) messages are waiting; no sender is set up"
        }
    }
}
