import ArgumentParser
import Gate
import Languages
import Presentation
import Ticketing

struct GateAdmitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "admit", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass gate admit new-year 4F7K-29QX --gate North
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandGateAdmit"

        case abstract = "Admit people manually, for example if a phone is dead or a symbol is torn."
        case discussion =
            """
            All rules for a scan apply, but no signature and no live code is checked. Therefore, check the person's \
            identity first. Except with --rehearse, the ledger records the admission as an override, with the \
            operator's name. To find a ticket's code by the holder's name, use “eventpass ticket search”.

            {examples}
            """
        case code = "The ticket's code, such as 4F7K-29QX."
        case count = "How many people enter on this ticket."
        case notRecorded = "the refusal was not recorded: {reason}"
    }

    @OptionGroup var selection: GateSelection
    @OptionGroup var options: GateOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: GateArgument

    @Argument(help: ArgumentHelp(Text.code))
    var code: ParsedArgument<TicketCode>
    @OptionGroup var request: RequestIDOption
    @Option(help: ArgumentHelp(Text.count))
    var count = 1

    func validate() throws {
        guard (1...16).contains(count) else { throw ValidationError(GateCheckCommand.Text.countRange) }
    }

    func run() throws {
        let code = try FieldParser.read(only: code, "code")
        let gate = try selection.open(argument, options)
        let scan = Scan(
            lookedUp: code.serial, requestID: request.requestID, direction: options.direction, count: count)
        try SingleVerdictReport(gate: gate, selection: selection).print(gate.decide(scan), output)
    }
}

struct GateUndoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass gate undo new-year 4F7K-29QX --gate North --reason "scanned twice"
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandGateUndo"

        case abstract = "Undo the last admission of a ticket."
        case discussion =
            """
            The people who entered with this admission count as outside again. The ledger keeps the record of the \
            admission and gets another record that undoes the admission. The command is refused if nobody on this \
            ticket is inside, or if some of the people who entered with this admission have left since.

            {examples}
            """
        case ticket = "The ticket's code, such as 4F7K-29QX, or its token."
        case reason = "The reason, in one line."
        case reasonFault = "--reason: {fault}"
    }

    @OptionGroup var selection: GateSelection
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: GateArgument

    @Argument(help: ArgumentHelp(Text.ticket))
    var ticket: String
    @Option(help: ArgumentHelp(Text.reason))
    var reason: String
    @OptionGroup var request: RequestIDOption

    func validate() throws {
        if let fault = TextFault.of(reason) {
            throw ValidationError(Text.reasonFault, ["fault": .sentence(fault.sentence)])
        }
    }

    func run() throws {
        let gate = try selection.open(argument)
        let scan =
            if let code = TicketCode(typed: ticket) {
                Scan(lookedUp: code.serial, requestID: request.requestID)
            } else {
                Scan(ticket, requestID: request.requestID)
            }
        try SingleVerdictReport(gate: gate, selection: selection).print(
            gate.undo(scan, reason: reason), output)
    }
}

/// Prints the verdict of a command that makes one decision, and ends the command with the exit status for this verdict.
struct SingleVerdictReport {
    let gate: Gate
    let selection: GateSelection

    func print(_ verdict: Verdict, _ output: JSONOption) throws {
        let verdictJSON = VerdictJSON(zone: gate.event.zone, in: selection.verdicts.chosenForGate)
        let terminal = selection.global.terminal()
        try StandardOutput.line(output.json ? verdictJSON.json(verdict).text : verdictJSON.line(verdict, terminal))
        var status = verdict.outcome.status
        do {
            try gate.flush()
        } catch {
            StandardError.fail(GateAdmitCommand.Text.notRecorded, ["reason": .sentence(Sentence(describing: error))])
            status = status.worst(.trouble)
        }
        if status != .done { throw ExitCode(status.rawValue) }
    }
}
