import Management
import Presenting
import Ticketing

/// Says how many messages of an event are waiting, after a command that queued some of them.
struct QueuedMessages {
    private let office: Office
    private let event: Event
    private let before: Int

    /// Counts the messages that are waiting already. The command queues its own afterwards.
    init(_ office: Office, of event: Event) throws {
        self.office = office
        self.event = event
        before = try office.waitingNotices(of: event)
    }

    /// Says it on standard error; nothing where no message was queued.
    func say() throws {
        let waiting = try office.waitingNotices(of: event)
        if waiting > before { StandardError.say(WaitingMessages(count: waiting).sentence) }
    }
}
