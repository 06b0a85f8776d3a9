import ArgumentParser
import Gate
import Ticketing

struct GateAdmitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "admit", abstract: "Admit people manually, for example when the phone is dead or the symbol torn.",
        discussion: """
            All rules of a scan apply except signature and live code, so check the person's identity first. The ledger \
            records the admission as an override, with the operator. Find a code by name with “ticket search”.

              eventpass gate admit new-year 4F7K-29QX --gate North
            """)

    @OptionGroup var options: GateOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: GateArgument

    @Argument(help: "The ticket's code, such as 4F7K-29QX.")
    var code: ParsedArgument<TicketCode>
    @OptionGroup var request: RequestIDOption
    @Option(help: "How many people enter on this ticket.")
    var count = 1

    func validate() throws {
        guard (1...16).contains(count) else { throw ValidationError("--count must be 1 to 16") }
    }

    func run() throws {
        let code = try FieldParser.read(only: code, "code")
        let gate = try options.open(argument)
        let scan = Scan(
            lookedUp: code.serial, requestID: request.requestID, direction: options.direction, count: count)
        try SingleVerdictReport(gate: gate, terminal: options.global.terminal()).print(gate.decide(scan), output)
    }
}
