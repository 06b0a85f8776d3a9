import ArgumentParser
import Management
import Presenting

struct TicketBlockCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "block", abstract: "Block a ticket: gates refuse it and show the note. It still counts as sold.",
        discussion: """
              eventpass ticket block new-year 4F7K-29QX --note "card payment disputed" --yes
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @OptionGroup var ticketArgument: TicketArgument

    @Option(help: "The reason. Gates show it.")
    var note: String
    @Flag(help: "Do not ask.")
    var yes = false

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event)
        let ticket = try services.tickets.ticket(try ticketArgument.ticketCode(), of: event)
        try Confirmation.require(
            yes, "Block ticket \(ticket.code) of \(ticket.namedHolder)?", of: "blocking a ticket")
        let blocked = try services.tickets.block(ticket.code, of: event, note: note)
        let inside = try services.tickets.inside(on: blocked, of: event)
        let json = TicketStatusJSON(ticket: blocked, inside: inside).json
        try StandardOutput.line(output.json ? json.text : "blocked \(blocked.code)")
        StandardError.warn(ofPeopleInside: inside)
    }
}
