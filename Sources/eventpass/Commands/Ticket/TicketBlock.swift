import ArgumentParser
import Management
import Presenting

struct TicketBlock: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "block", abstract: "Block a ticket: every gate refuses it and says the note; it keeps its place.",
        discussion: """
              eventpass ticket block new-year 4F7K-29QX --note "card payment disputed" --yes
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @OptionGroup var ticketArgument: TicketArgument

    @Option(help: "Why; the gate will say it.")
    var note: String
    @Flag(help: "Do not ask.")
    var yes = false

    func run() throws {
        let office = try global.dataFolder().openOffice()
        let event = try office.event(named: argument.event)
        let ticket = try office.ticket(try ticketArgument.ticketCode(), of: event)
        try Confirmation.need(
            yes, "Block ticket \(ticket.code) of \(ticket.namedHolder)?", of: "blocking a ticket")
        let blocked = try office.block(ticket.code, of: event, note: note)
        let inside = try office.inside(on: blocked, of: event)
        let json = TicketStatusView(ticket: blocked, inside: inside).json
        try StandardOutput.line(output.json ? json.text : "blocked \(blocked.code)")
        StandardError.warn(ofPeopleInside: inside)
    }
}
