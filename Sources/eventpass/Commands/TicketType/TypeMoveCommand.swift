import ArgumentParser
import Languages
import Management
import Presentation
import Ticketing

struct TypeMoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move", abstract: Text.abstract.text,
        discussion: """
              eventpass type move new-year VIP --to 1
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandTypeMove"

        case abstract = "Change the order in which ticket types are listed."
        case to = "The new position in the list, counted from 1."
        case toOutOfRange = "--to must be at least 1"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    @Argument(help: ArgumentHelp(TypeEditCommand.Text.type))
    var type: String
    @Option(help: ArgumentHelp(Text.to))
    var to: Int

    func validate() throws {
        if to < 1 { throw ValidationError(Text.toOutOfRange) }
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
        commandName: "remove", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass type remove new-year Student --yes
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandTypeRemove"

        case abstract = "Remove a ticket type that was never sold."
        case discussion =
            """
            The command is refused if tickets of the type were ordered or issued, even if they were cancelled later.

            {examples}
            """
        case notConfirmed = "removing a ticket type needs confirmation"
        case question = "Remove the ticket type “{type}”?"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    @Argument(help: ArgumentHelp(TypeEditCommand.Text.type))
    var type: String
    @Flag(help: ArgumentHelp(Confirmation.Text.yes))
    var yes = false

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event)
        let removed = try services.ticketTypes.ticketType(named: type, of: event)
        try Confirmation.require(
            yes, Sentence(Text.question, ["type": .text(removed.name)]), refusal: Sentence(Text.notConfirmed))
        try services.ticketTypes.removeTicketType(removed.number, of: event)
        try StandardOutput.line(
            output.json
                ? TicketTypeJSON.removed(removed).text : "removed type \(removed.number), \(removed.name.visible)")
    }
}
