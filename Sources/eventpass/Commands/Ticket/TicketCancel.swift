import ArgumentParser
import Management
import Presenting

struct TicketCancel: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel", abstract: "Cancel a ticket: its place is free again, every gate refuses it.",
        discussion: """
              eventpass ticket cancel new-year 4F7K-29QX --note "fell ill" --yes
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @OptionGroup var ticketArgument: TicketArgument

    @Option(help: "Why; the gate will say it.")
    var note: String?
    @Flag(help: "Do not ask.")
    var yes = false

    func run() throws {
        let office = try global.dataFolder().openOffice()
        let event = try office.event(named: argument.event)
        let ticket = try office.ticket(try ticketArgument.ticketCode(), of: event)
        try Confirmation.need(
            yes, "Cancel ticket \(ticket.code) of \(ticket.holder?.visible ?? "nobody named")?",
            of: "cancelling a ticket")
        let messages = try QueuedMessages(office, of: event)
        let view = EndedTicketsView(ended: try office.cancel(ticket.code, of: event, note: note))
        try StandardOutput.line(output.json ? view.json.text : view.line("cancelled"))
        try messages.say()
        StandardError.warn(ofPeopleInside: view.ended.inside)
    }
}
