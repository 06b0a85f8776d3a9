import ArgumentParser
import Management
import Presenting
import Ticketing

struct EventDelete: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete an event: hidden, its tickets cancelled; restorable for 30 days.",
        discussion: """
              eventpass event delete new-year --yes && eventpass event restore new-year
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @Flag(help: "Do not ask.")
    var yes = false

    func run() throws {
        let office = try global.dataFolder().openOffice()
        let event = try office.event(named: argument.event)
        switch try office.deletion(of: event) {
        case .allowed: break
        case .asks: try ask("Delete \(event.details.title.visible)?")
        case .asksForHolders(let count):
            try ask("Delete \(event.details.title.visible)? \(counted(count, "ticket")) will be cancelled.")
        case .refusedWhileOngoing: throw ManagementError.ongoing(event.number)
        }
        try EventEndView(end: try office.deleteEvent(event)).write("deleted", output)
        StandardError.say("hint: eventpass event restore \(event.slug) brings it back, for 30 days")
    }

    private func ask(_ question: String) throws {
        try Confirmation.need(yes, question, of: "deleting a published event")
    }
}
