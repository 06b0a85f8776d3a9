import ArgumentParser
import Management
import Presenting

struct TicketCancelCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel", abstract: "Cancel a ticket: gates refuse it, and it can be sold again.",
        discussion: """
              eventpass ticket cancel new-year 4F7K-29QX --note "fell ill" --yes
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @OptionGroup var ticketArgument: TicketArgument

    @Option(help: "The reason. Gates show it.")
    var note: String?
    @Flag(help: "Do not ask.")
    var yes = false

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event)
        let ticket = try services.tickets.ticket(try ticketArgument.ticketCode(), of: event)
        try Confirmation.require(
            yes, "Cancel ticket \(ticket.code) of \(ticket.holder?.visible ?? "nobody named")?",
            of: "cancelling a ticket")
        let messages = try QueuedMessageReport(services, of: event)
        let view = InvalidatedTicketsJSON(invalidated: try services.tickets.cancel(ticket.code, of: event, note: note))
        try StandardOutput.line(output.json ? view.json.text : view.line("cancelled"))
        try messages.say()
        StandardError.warn(ofPeopleInside: view.invalidated.inside)
    }
}
