import ArgumentParser
import Management
import Presenting

struct TicketResend: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resend", abstract: "Queue the message of a ticket to its holder once more.",
        discussion: """
            A message is queued again, and eventpass notice list has it; no sender is set up. It is for the holder, or else to who bought the ticket; of an invitation, to each \
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
        let resent = try office.resend(try ticketArgument.ticketCode(), of: event)
        try StandardOutput.line(
            output.json
                ? ResentTicketView(resent: resent).json.text
                : "ticket \(resent.ticket.code): \(WaitingMessages(count: resent.recipients.count).sentence); to "
                    + resent.recipients.map(\.visible).joined(separator: ", "))
    }
}
