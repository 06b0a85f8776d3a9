import ArgumentParser
import Gate
import Ticketing

struct GateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gate", abstract: "Run a gate: scan tickets, work offline, see who is inside.",
        subcommands: [
            GateCheckCommand.self, GateRunCommand.self, GateAdmitCommand.self, GateUndoCommand.self,
            GateCalibrateCommand.self, GateLogCommand.self,
            GateStatsCommand.self, GateVerifyLogCommand.self, GatePackCommand.self, GateRefreshCommand.self,
            GateMergeCommand.self, GateConflictsCommand.self,
            GateListCommand.self, GateEnterCommand.self, GatePairCommand.self, GateDevicesCommand.self,
            GateClockCommand.self,
        ])
}

/// The options that select a gate, its sub-event, the store and the keys.
struct GateSelection: ParsableArguments {
    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions

    @Option(help: "The gate's name, such as North.")
    var gate: String
    @Option(help: "The gate's function, by name or number. Required if the event has functions.")
    var function: String?

    func validate() throws {
        if let fault = Gate.nameFault(gate) { throw ValidationError(fault) }
    }

    func open(_ argument: GateArgument) throws -> Gate {
        let gate = try GateFactory(self, argument).gate(named: gate)
        gate.warnOfMissingKeys()
        return gate
    }
}

/// The options of gates that admit people or let them out.
struct GateOptions: ParsableArguments {
    @OptionGroup var place: GateSelection

    @Option(help: "For a rehearsal: check validity windows at this time. Everything else is recorded as usual.")
    var at: Moment?
    @Flag(help: "People leave through this gate.")
    var exit = false

    var global: GlobalOptions { place.global }
    var direction: Direction { exit ? .exit : .entry }

    func open(_ argument: GateArgument) throws -> Gate {
        let gate = try GateFactory(place, argument, rehearsalTime: at).gate(named: place.gate)
        gate.warnOfMissingKeys()
        return gate
    }
}

extension Gate {
    /// Warns on standard error if the key ring lacks keys, with the number of tickets that are refused for it.
    fileprivate func warnOfMissingKeys() {
        guard let missingKeys else { return }
        StandardError.say("warning: \(missingKeys.warning)")
        if let remedy = missingKeys.remedy { StandardError.say("hint: \(remedy)") }
    }
}
