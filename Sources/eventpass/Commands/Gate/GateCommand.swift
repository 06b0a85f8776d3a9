import ArgumentParser
import Gate
import Ticketing

struct GateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gate", abstract: "Who may come in.",
        subcommands: [
            GateCheck.self, GateRun.self, GateAdmit.self, GateUndo.self, GateCalibrate.self, GateLog.self,
            GateStats.self, GateVerifyLog.self, GatePack.self, GateRefresh.self, GateMerge.self, GateConflicts.self,
            GatePaperList.self, GateEnter.self, GatePair.self, GateDevices.self, GateClock.self,
        ])
}

/// Which gate it is, and where its store and keys are.
struct GatePlace: ParsableArguments {
    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions

    @Option(help: "The gate's name, such as North.")
    var gate: String
    @Option(help: "The function it serves, by name or number; needed at an event that has functions.")
    var function: String?

    func validate() throws {
        if let fault = Gate.faultOfName(gate) { throw ValidationError(fault) }
    }

    func open(_ argument: GateArgument) throws -> Gate {
        let gate = try GateOpening(self, argument).gate(named: gate)
        gate.warnOfMissingKeys()
        return gate
    }
}

/// What a gate needs to open for people who pass.
struct GateOptions: ParsableArguments {
    @OptionGroup var place: GatePlace

    @Option(help: "A rehearsal's time, which moves the tickets' windows and nothing else.")
    var at: Moment?
    @Flag(help: "People go out here.")
    var exit = false

    var global: GlobalOptions { place.global }
    var direction: Direction { exit ? .exit : .entry }

    func open(_ argument: GateArgument) throws -> Gate {
        let gate = try GateOpening(place, argument, windowsAt: at).gate(named: place.gate)
        gate.warnOfMissingKeys()
        return gate
    }
}

extension Gate {
    /// Says on standard error how many tickets are refused here because the key ring lacks their keys.
    fileprivate func warnOfMissingKeys() {
        guard let missingKeys else { return }
        StandardError.say("warning: \(missingKeys.warning)")
        if let remedy = missingKeys.remedy { StandardError.say("hint: \(remedy)") }
    }
}
