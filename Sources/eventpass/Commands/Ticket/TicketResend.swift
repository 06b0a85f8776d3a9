import ArgumentParser
import Management
import Presenting

struct TicketResendCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resend", abstract: "Queue a ticket's message to its holder again.",
        discussion: """
            The message goes to the holder, or else to the buyer; for an invitation, to each of its guests. \
            eventpass notice list shows it; EventPass does not send it. The ticket and its token do not change.

              eventpass ticket resend new-year 4F7K-29QX
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @OptionGroup var ticketArgument: TicketArgument

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event)
        let resent = try services.tickets.resend(try ticketArgument.ticketCode(), of: event)
        try StandardOutput.line(
            output.json
                ? ResentTicketJSON(resent: resent).json.text
                : "ticket \(resent.ticket.code): \(PendingEmailNotice(count: resent.recipients.count).sentence); to "
                    + resent.recipients.map(\.visible).joined(separator: ", "))
    }
}
