import ArgumentParser
import Gate
import Ticketing

struct GateUndoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo", abstract: "Undo the last admission of a ticket.",
        discussion: """
            The people of this admission count as outside again. The ledger keeps the admission and adds a record \
            that undoes it. The command is refused if nobody is inside on the ticket, or if some people of the \
            admission have left since.

              eventpass gate undo new-year 4F7K-29QX --gate North --reason "scanned twice"
            """)

    @OptionGroup var place: GateSelection
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: GateArgument

    @Argument(help: "The ticket's code, such as 4F7K-29QX, or its token.")
    var ticket: String
    @Option(help: "The reason, in one line.")
    var reason: String
    @OptionGroup var request: RequestIDOption

    func validate() throws {
        if let fault = TextFault.of(reason) { throw ValidationError("--reason: \(fault)") }
    }

    func run() throws {
        let gate = try place.open(argument)
        let scan =
            if let code = TicketCode(typed: ticket) {
                Scan(lookedUp: code.serial, requestID: request.requestID)
            } else {
                Scan(ticket, requestID: request.requestID)
            }
        try SingleVerdictReport(gate: gate, terminal: place.global.terminal()).print(
            gate.undo(scan, reason: reason), output)
    }
}
