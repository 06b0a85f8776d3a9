import ArgumentParser
import Management
import QRSymbol

struct TicketShow: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show one ticket, with its symbol where the terminal is wide enough.",
        discussion: """
            eventpass ticket show new-year 4F7K-29QX --json | jq -r .token
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @OptionGroup var ticketArgument: TicketArgument

    func run() throws {
        let folder = try global.dataFolder()
        let office = try folder.openOffice()
        let event = try office.event(named: argument.event)
        let ticket = try office.ticket(ticketArgument.code, of: event)
        let renderer = try folder.ticketRenderer(keys, office, event)
        if output.json { return try StandardOutput.line(try renderer.json(ticket).text) }
        for line in try renderer.lines(ticket) { try StandardOutput.line(line) }
        let terminal = global.terminal()
        guard terminal.isTerminal, ticket.status == .issued, let token = try renderer.token(of: ticket) else { return }
        do {
            try StandardOutput.write(try QRSymbol(token).drawing(on: terminal))
        } catch let error as QRSymbolError {
            StandardError.say("hint: no symbol is shown: \(error)")
        }
    }
}
