import ArgumentParser
import Management
import Presenting
import Ticketing

struct EventCancelCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel", abstract: "Cancel an event: its tickets become invalid and holders are notified.",
        discussion: """
            Buyers are owed what they paid. A message to each holder and buyer is queued; EventPass does not send it.

              eventpass event cancel new-year --yes && eventpass notice list --json
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @Flag(help: "Do not ask.")
    var yes = false

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event)
        // Checked before the question, because cancelling would fail anyway.
        guard event.status != .draft else {
            throw CommandFailure(
                .refused, "the event is a draft; only a published event can be cancelled",
                hint: "eventpass event delete \(event.slug) deletes a draft")
        }
        guard event.status == .published else { throw ManagementError.notPublished(event.status) }
        let count = try services.tickets.ticketCount(of: event)
        try Confirmation.require(
            yes, "Cancel \(event.details.title.visible) and its \(counted(count, "ticket"))?", of: "cancelling an event"
        )
        try EventEndJSON(end: try services.events.cancelEvent(event)).write("cancelled", output)
    }
}
