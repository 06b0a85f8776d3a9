import ArgumentParser
import Management
import Presenting
import Ticketing

struct EventRestore: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Bring a deleted event back, with its tickets.",
        discussion: """
              eventpass event list --deleted
              eventpass event restore new-year
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    func run() throws {
        let office = try global.dataFolder().openOffice()
        let event = try office.restoreEvent(try deleted(office))
        try StandardOutput.line(output.json ? EventView(event: event).json.text : "restored \(event.slug)")
        // Of one that ended before migration 7, what its tickets were is not known.
        let tickets = try office.ticketCount(of: event)
        if event.status != .cancelled, tickets > 0,
            try office.ticketTypes(of: event).allSatisfy({ $0.issued == 0 })
        {
            StandardError.say("hint: none of its \(counted(tickets, "ticket")) came back; issue new ones")
        }
    }

    private func deleted(_ office: Office) throws -> Event {
        do {
            return try office.event(named: argument.event, among: .deleted)
        } catch ManagementError.unknownEvent(let name, _) {
            throw Failure(
                .badInput, "there is no deleted event “\(name)”", hint: "eventpass event list --deleted lists them")
        }
    }
}
