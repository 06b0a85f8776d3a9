import ArgumentParser
import Management
import Ticketing

struct TicketListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the tickets of an event, by code.",
        discussion: """
              eventpass ticket list new-year --json | jq -r .token |
                  eventpass gate check new-year --gate North
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    @OptionGroup var limit: FirstOption

    func run() throws {
        let folder = try global.dataFolder()
        let store = try folder.openStore()
        let services = try folder.signIn(to: store)
        let event = try services.events.event(named: argument.event)
        let renderer = try folder.ticketRenderer(keys, store, services, event, tokens: output.json)
        var lines = TicketListWriter(renderer: renderer, isJSON: output.json)
        guard let first = limit.first else {
            try services.tickets.forEachTicket(of: event) { try lines.add($0) }
            return try lines.flush()
        }
        for ticket in try services.tickets.tickets(of: event, matching: .all, limit: first) { try lines.add(ticket) }
        try lines.flush()
    }
}
