import ArgumentParser
import Management
import Presenting

struct TicketResend: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resend", abstract: "Tell a ticket's holder of it once more.",
        discussion: """
            A notice goes into the outbox again: to the holder, or else to who bought the ticket; of an invitation, to each \
            of its guests. The ticket and its token stay as they are.

              eventpass ticket resend new-year 4F7K-29QX
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @OptionGroup var ticketArgument: TicketArgument

    func run() throws {
        let office = try global.dataFolder().openOffice()
        let event = try office.event(named: argument.event)
        let resent = try office.resend(ticketArgument.code, of: event)
        try StandardOutput.line(
            output.json
                ? ResentTicketView(resent: resent).json.text
                : "ticket \(resent.ticket.code): \(counted(resent.recipients.count, "notice")) queued, to "
                    + resent.recipients.map(\.visible).joined(separator: ", "))
    }
}
