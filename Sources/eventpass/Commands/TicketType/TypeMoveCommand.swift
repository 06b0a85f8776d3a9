import ArgumentParser
import Management
import Presentation
import Ticketing

struct TypeMoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move", abstract: "Change the order in which ticket types are listed.",
        discussion: """
              eventpass type move new-year VIP --to 1
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    @Argument(help: "The type, by name or number.")
    var type: String
    @Option(help: "The new position in the list, counted from 1.")
    var to: Int

    func validate() throws {
        if to < 1 { throw ValidationError("--to must be at least 1") }
    }

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event)
        let moved = try services.ticketTypes.ticketType(named: type, of: event)
        let types = try services.ticketTypes.moveTicketType(moved.number, of: event, to: to)
        for type in types {
            try StandardOutput.line(
                output.json ? TicketTypeJSON(type: type, zone: event.zone).json.text : type.name.visible)
        }
    }
}

struct TypeRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a ticket type that was never sold.",
        discussion: """
            The command is refused if tickets of the type were ordered or issued, even if they were cancelled later.

              eventpass type remove new-year Student --yes
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    @Argument(help: "The type, by name or number.")
    var type: String
    @Flag(help: "Do not ask for confirmation.")
    var yes = false

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event)
        let removed = try services.ticketTypes.ticketType(named: type, of: event)
        try Confirmation.require(
            yes, "Remove the ticket type “\(removed.name.visible)”?", of: "removing a ticket type")
        try services.ticketTypes.removeTicketType(removed.number, of: event)
        try StandardOutput.line(
            output.json
                ? TicketTypeJSON.removed(removed).text : "removed type \(removed.number), \(removed.name.visible)")
    }
}
