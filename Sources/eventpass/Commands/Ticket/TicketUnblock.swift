import ArgumentParser
import Management
import Presenting

struct TicketUnblockCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unblock", abstract: "Unblock a ticket, so that gates accept it again.",
        discussion: """
              eventpass ticket unblock new-year 4F7K-29QX
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @OptionGroup var ticketArgument: TicketArgument

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event)
        let ticket = try services.tickets.unblock(try ticketArgument.ticketCode(), of: event)
        let json = TicketStatusJSON(ticket: ticket, inside: try services.tickets.inside(on: ticket, of: event)).json
        try StandardOutput.line(output.json ? json.text : "unblocked \(ticket.code)")
    }
}
