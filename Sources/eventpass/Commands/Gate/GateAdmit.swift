import ArgumentParser
import Gate
import Ticketing

struct GateAdmit: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "admit", abstract: "Let people in by hand: the phone is dead, the symbol torn.",
        discussion: """
            All rules hold as at a scan, but proof and live code: whoever does it has seen who it is. The ledger keeps \
            it as an override, with the operator. Codes are found by name with “ticket search”.

              eventpass gate admit new-year 4F7K-29QX --gate North
            """)

    @OptionGroup var options: GateOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: GateArgument

    @Argument(help: "The ticket's code, such as 4F7K-29QX.")
    var code: Given<TicketCode>
    @OptionGroup var request: RequestIDOption
    @Option(help: "How many people go through on it.")
    var count = 1

    func validate() throws {
        guard (1...16).contains(count) else { throw ValidationError("--count is 1 to 16") }
    }

    func run() throws {
        let code = try Fields.read(only: code, "code")
        let gate = try options.open(argument)
        let scan = Scan(
            lookedUp: code.serial, request: request.requestID, direction: options.direction, count: count)
        try OneVerdict(gate: gate, terminal: options.global.terminal()).print(gate.decide(scan), output)
    }
}
