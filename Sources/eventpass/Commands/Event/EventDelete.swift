import ArgumentParser
import Management
import Presenting
import Ticketing

struct EventDeleteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete an event and cancel its tickets. It can be restored for 30 days.",
        discussion: """
              eventpass event delete new-year --yes && eventpass event restore new-year
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @Flag(help: "Do not ask.")
    var yes = false

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event)
        switch try services.events.deletionRule(of: event) {
        case .allowed: break
        case .needsConfirmation: try ask("Delete \(event.details.title.visible)?")
        case .needsConfirmationForHolders(let count):
            try ask("Delete \(event.details.title.visible)? \(counted(count, "ticket")) will be cancelled.")
        case .refusedWhileOngoing: throw ManagementError.eventOngoing(event.number)
        }
        try EventEndJSON(end: try services.events.deleteEvent(event)).write("deleted", output)
        StandardError.say("hint: eventpass event restore \(event.slug) restores it, for 30 days")
    }

    private func ask(_ question: String) throws {
        try Confirmation.require(yes, question, of: "deleting a published event")
    }
}
