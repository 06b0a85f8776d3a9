import ArgumentParser
import Management

struct TicketList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the tickets of an event, by code.",
        discussion: """
            eventpass ticket list new-year --json | jq -r .token | eventpass gate check new-year --gate North
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    func run() throws {
        let folder = try global.dataFolder()
        let office = try folder.openOffice()
        let event = try office.event(named: argument.event)
        let renderer = TicketRenderer(
            event: event, types: try office.ticketTypes(of: event), ring: try folder.openKeyRing(keys))
        var lines = LineBuffer()
        if !output.json { try lines.line("code       status       type          holder") }
        try office.forEachTicket(of: event) { ticket in
            if output.json {
                try lines.line(try renderer.json(ticket))
            } else {
                let status = ticket.status.rawValue.padding(toLength: 11, withPad: " ", startingAt: 0)
                let type = renderer.typeName(of: ticket).visible
                let padding = String(repeating: " ", count: max(0, 12 - type.count))
                try lines.line("\(ticket.code)  \(status)  \(type)\(padding)  \(ticket.holder?.visible ?? "–")")
            }
        }
        try lines.flush()
    }
}
