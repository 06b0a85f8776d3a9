import ArgumentParser
import Management
import Presenting
import Ticketing

struct EventCancel: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel", abstract: "Cancel a published event: its tickets end.",
        discussion: """
            What was paid is owed to the buyers. A message to each holder and buyer is queued; no sender is set up.

              eventpass event cancel new-year --yes && eventpass notice list --json
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @Flag(help: "Do not ask.")
    var yes = false

    func run() throws {
        let office = try global.dataFolder().openOffice()
        let event = try office.event(named: argument.event)
        // Before the question: a yes would come to nothing.
        guard event.status != .draft else {
            throw Failure(
                .refused, "the event is a draft; only a published event can be cancelled",
                hint: "eventpass event delete \(event.slug) deletes a draft")
        }
        guard event.status == .published else { throw ManagementError.notPublished(event.status) }
        let count = try office.ticketCount(of: event)
        try Confirmation.need(
            yes, "Cancel \(event.details.title.visible) and its \(counted(count, "ticket"))?", of: "cancelling an event"
        )
        try EventEndView(end: try office.cancelEvent(event)).write("cancelled", output)
    }
}
