import ArgumentParser
import Presenting

struct TypeListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the ticket types of an event and their sale status.",
        discussion: """
              eventpass type list new-year --json | jq .issued
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event)
        let views = try services.ticketTypes.ticketTypesOnSale(of: event).map { found in
            TicketTypeJSON(type: found.type, zone: event.zone, sale: found.sale)
        }
        if output.json {
            for view in views { try StandardOutput.line(view.json.text) }
            return
        }
        var table = Table(
            "number", "name", "price", "issued", "reserved", "of", "admits", "door reservations", "on sale",
            empty: "There are no ticket types.")
        for view in views {
            let type = view.type
            table.add(
                "\(type.number)", type.name, type.price?.description ?? "free", "\(type.issued)", "\(type.reserved)",
                type.quantity.map(String.init) ?? "–", "\(type.admits)",
                type.allowsDoorReservations ? "yes" : "no", view.saleText)
        }
        try table.write(global.terminal())
    }
}
