import ArgumentParser
import Foundation
import Languages
import Management
import Presentation
import Ticketing

struct TypeEditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass type edit new-year Regular --price "60000 UGX" --quantity 3000
                  eventpass type edit new-year VIP --gate South --gate East --most none --json |
                      jq .gates
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandTypeEdit"

        case abstract = "Change a ticket type. Sold tickets keep their price."
        case discussion =
            """
            “none” clears a value: --price none makes the type free, and --quantity none removes the limit on the \
            number of tickets.

            {examples}
            """
        case type = "The type, by name or number."
        case oldPrice =
            "{count} ticket already sold keeps its old price|{count} tickets already sold keep their old price"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    @Argument(help: ArgumentHelp(Text.type))
    var type: String

    @OptionGroup var given: TicketTypeOptions

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event)
        let found = try services.ticketTypes.ticketType(named: type, of: event)
        let others = try services.ticketTypes.ticketTypes(of: event).filter { $0.number != found.number }
        let edited = try services.ticketTypes.editTicketType(found.number, of: event) { draft in
            var fields = FieldParser()
            given.apply(to: &draft, in: { _ in event.zone }, &fields)
            try fields.finish(adding: draft.faults(among: others, edited: found))
        }
        let typeJSON = TicketTypeJSON(type: edited, zone: event.zone)
        guard edited != found else {
            return try StandardOutput.line(output.json ? typeJSON.json.text : "nothing changed")
        }
        try StandardOutput.line(
            output.json ? typeJSON.json.text : "edited type \(edited.number), \(edited.name.visible)")
        if edited.price != found.price, edited.issued > 0 {
            StandardError.say(Text.oldPrice, ["count": .number(edited.issued)])
        }
    }
}
