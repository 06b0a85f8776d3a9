import ArgumentParser

struct TypeList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the ticket types of an event.",
        discussion: """
            eventpass type list new-year --json | jq .issued
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    func run() throws {
        let office = try global.dataFolder().openOffice()
        let event = try office.event(named: argument.event)
        let types = try office.ticketTypes(of: event)
        if output.json {
            for type in types { try StandardOutput.line(TicketTypeView(type: type, zone: event.zone).json.text) }
            return
        }
        var table = Table("number", "name", "price", "issued", "of", "admits")
        for type in types {
            table.add(
                "\(type.number)", type.name, type.price?.description ?? "free", "\(type.issued)",
                type.quantity.map(String.init) ?? "–", "\(type.admits)")
        }
        try table.write(global.terminal())
    }
}
