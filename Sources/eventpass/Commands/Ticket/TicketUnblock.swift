import ArgumentParser
import Management
import Presenting

struct TicketUnblock: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unblock", abstract: "Free a blocked ticket: it opens the gates again.",
        discussion: """
              eventpass ticket unblock new-year 4F7K-29QX
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @OptionGroup var ticketArgument: TicketArgument

    func run() throws {
        let office = try global.dataFolder().openOffice()
        let event = try office.event(named: argument.event)
        let ticket = try office.unblock(try ticketArgument.ticketCode(), of: event)
        let json = TicketStatusView(ticket: ticket, inside: try office.inside(on: ticket, of: event)).json
        try StandardOutput.line(output.json ? json.text : "unblocked \(ticket.code)")
    }
}
