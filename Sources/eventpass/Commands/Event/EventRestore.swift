import ArgumentParser
import Management
import Presenting
import Ticketing

struct EventRestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Restore a deleted event and its tickets.",
        discussion: """
              eventpass event list --deleted
              eventpass event restore new-year
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.restoreEvent(try deleted(services))
        try StandardOutput.line(output.json ? EventJSON(event: event).json.text : "restored \(event.slug)")
        // Before migration 7, deleting an event did not record the state of its tickets.
        let tickets = try services.tickets.ticketCount(of: event)
        if event.status != .cancelled, tickets > 0,
            try services.ticketTypes.ticketTypes(of: event).allSatisfy({ $0.issued == 0 })
        {
            StandardError.say("hint: none of its \(counted(tickets, "ticket")) could be restored; issue new ones")
        }
    }

    private func deleted(_ services: ManagementServices) throws -> Event {
        do {
            return try services.events.event(named: argument.event, among: .deleted)
        } catch ManagementError.unknownEvent(let name, _) {
            throw CommandFailure(
                .badInput, "there is no deleted event “\(name)”", hint: "list them: eventpass event list --deleted")
        }
    }
}
