import ArgumentParser
import Gate
import Ticketing

struct GateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gate", abstract: "Who may come in.",
        subcommands: [
            GateCheck.self, GateRun.self, GateCalibrate.self, GateLog.self, GateStats.self, GateVerifyLog.self,
        ])
}

/// What a gate needs to open.
struct GateOptions: ParsableArguments {
    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions

    @Option(help: "The gate's name, such as North.")
    var gate: String
    @Option(help: "The function it serves, by name or number; needed at an event that has functions.")
    var function: String?
    @Option(help: "A rehearsal's time, which moves the tickets' windows and nothing else.")
    var at: Moment?
    @Flag(help: "People go out here.")
    var exit = false

    func validate() throws {
        guard GateOptions.isName(gate) else { throw ValidationError("a gate needs a name of at most 100 bytes") }
    }

    static func isName(_ text: String) -> Bool { !text.allSatisfy(\.isWhitespace) && text.utf8.count <= 100 }

    var direction: Direction { exit ? .exit : .entry }

    func open(_ event: String) throws -> Gate { try GateOpening(self, event: event).gate(named: gate) }
}
