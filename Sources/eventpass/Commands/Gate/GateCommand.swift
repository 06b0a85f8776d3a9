import ArgumentParser
import Languages

struct GateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gate", abstract: Text.abstract.text,
        subcommands: [
            GateCheckCommand.self, GateRunCommand.self, GateAdmitCommand.self, GateUndoCommand.self,
            GateCalibrateCommand.self, GateLogCommand.self,
            GateStatsCommand.self, GateVerifyLogCommand.self, GatePackCommand.self, GateRefreshCommand.self,
            GateMergeCommand.self, GateConflictsCommand.self,
            GateListCommand.self, GateEnterCommand.self, GatePairCommand.self, GateDevicesCommand.self,
            GateLandmarkCommand.self, GateClockCommand.self,
        ])

    enum Text: String, SentenceKey {
        static let subject = "commandGate"

        case abstract = "Run a gate: scan tickets, work offline, see who is inside."
    }
}
