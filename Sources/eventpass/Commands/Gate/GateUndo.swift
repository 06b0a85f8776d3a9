import ArgumentParser
import Gate
import Ticketing

struct GateUndo: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo", abstract: "Take back the last admission of a ticket, and say why.",
        discussion: """
            The places of its people are free again. The ledger keeps the admission, and a record that takes it back. \
            Refused when nobody is inside on the ticket, or some of those who came in together have left since.

              eventpass gate undo new-year 4F7K-29QX --gate North --reason "scanned twice"
            """)

    @OptionGroup var place: GatePlace
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: GateArgument

    @Argument(help: "The ticket's code, such as 4F7K-29QX, or its token.")
    var ticket: String
    @Option(help: "Why, in a line.")
    var reason: String
    @OptionGroup var request: RequestIDOption

    func validate() throws {
        if let fault = NameFault.of(reason) { throw ValidationError("--reason: \(fault)") }
    }

    func run() throws {
        let gate = try place.open(argument)
        let scan =
            if let code = TicketCode(typed: ticket) {
                Scan(lookedUp: code.serial, request: request.requestID)
            } else {
                Scan(ticket, request: request.requestID)
            }
        try OneVerdict(gate: gate, terminal: place.global.terminal()).print(gate.undo(scan, reason: reason), output)
    }
}
