import ArgumentParser
import Presenting

struct TypeList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the ticket types of an event, and whether they are on sale.",
        discussion: """
              eventpass type list new-year --json | jq .issued
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    func run() throws {
        let office = try global.dataFolder().openOffice()
        let event = try office.event(named: argument.event)
        let views = try office.ticketTypesOnSale(of: event).map { found in
            TicketTypeView(type: found.type, zone: event.zone, sale: found.sale)
        }
        if output.json {
            for view in views { try StandardOutput.line(view.json.text) }
            return
        }
        var table = Table(
            "number", "name", "price", "issued", "held", "of", "admits", "door reservations", "on sale",
            empty: "There are no ticket types.")
        for view in views {
            let type = view.type
            table.add(
                "\(type.number)", type.name, type.price?.description ?? "free", "\(type.issued)", "\(type.held)",
                type.quantity.map(String.init) ?? "–", "\(type.admits)",
                type.takesDoorReservations ? "yes" : "no", view.saleWords)
        }
        try table.write(global.terminal())
    }
}
