import ArgumentParser
import Languages
import Management
import Presentation
import Ticketing

struct TypeDuplicateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "duplicate", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass type duplicate new-year Regular --name Student --price "30000 UGX"
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandTypeDuplicate"

        case abstract = "Add a ticket type with the details of another ticket type."
        case discussion =
            """
            Options change details of the new type; “none” clears a value.

            {examples}
            """
        case type = "The type to copy, by name or number."
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    @Argument(help: ArgumentHelp(Text.type))
    var type: String
    @OptionGroup var given: TicketTypeOptions

    func validate() throws { try given.requireName() }

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event)
        let original = try services.ticketTypes.ticketType(named: type, of: event).details
        try given.add(original, to: event, services, output)
    }
}
