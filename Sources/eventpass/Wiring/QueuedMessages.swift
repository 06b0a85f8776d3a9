import Management
import Presenting
import Ticketing

/// Prints the number of queued messages of an event, after a command that queued some of them.
struct QueuedMessageReport {
    private let services: ManagementServices
    private let event: Event
    private let before: Int

    /// Counts the waiting messages, before the command queues its own.
    init(_ services: ManagementServices, of event: Event) throws {
        self.services = services
        self.event = event
        before = try services.notices.pendingNotices(of: event)
    }

    /// Prints the number on standard error, if the command queued messages.
    func say() throws {
        let waiting = try services.notices.pendingNotices(of: event)
        if waiting > before { StandardError.say(PendingEmailNotice(count: waiting).sentence) }
    }
}
