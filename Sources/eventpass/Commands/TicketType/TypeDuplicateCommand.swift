import ArgumentParser
import Management
import Presentation
import Ticketing

struct TypeDuplicateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "duplicate", abstract: "Add a ticket type with the details of another one.",
        discussion: """
            Options change details of the new type; “none” clears a value.

              eventpass type duplicate new-year Regular --name Student --price "30000 UGX"
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    @Argument(help: "The type to copy, by name or number.")
    var type: String
    @OptionGroup var given: TicketTypeOptions

    func validate() throws {
        if given.name == nil { throw ValidationError("Missing expected argument '--name <name>'") }
    }

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event)
        var details = try services.ticketTypes.ticketType(named: type, of: event).details
        var fields = FieldParser()
        given.apply(to: &details, in: { _ in event.zone }, &fields)
        try fields.finish(adding: details.faults(among: try services.ticketTypes.ticketTypes(of: event)))
        let type = try services.ticketTypes.addTicketType(details, to: event)
        let typeJSON = TicketTypeJSON(type: type, zone: event.zone)
        try StandardOutput.line(output.json ? typeJSON.json.text : "added type \(type.number), \(type.name.visible)")
    }
}
