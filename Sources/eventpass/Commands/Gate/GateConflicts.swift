import ArgumentParser
import Management
import Presenting

struct GateConflictsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "conflicts", abstract: "List tickets that disconnected gates admitted twice.",
        discussion: """
            Each conflict shows both times, gates and devices, the earlier one first. Exit status 1 if there are any.

              eventpass gate conflicts new-year --json | jq -r .code
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: GateArgument

    func run() throws {
        if let pack = try argument.openPack(orCopy: true) {
            return try show(
                ConflictJSON(pack.event, functions: pack.functions()), LaneStore(pack).forEachDoubleAdmission)
        }
        let folder = try global.dataFolder()
        let services = try folder.openServices()
        let event = try services.events.event(named: argument.event, among: .publishedFirst)
        try show(ConflictJSON(event, functions: services.subEvents.functions(of: event), on: folder.device())) {
            try services.gates.forEachConflict(of: event, $0)
        }
    }

    private func show(
        _ view: ConflictJSON, _ forEachConflict: ((DoubleAdmissionDetails) throws -> Void) throws -> Void
    ) throws {
        var lines = LineBuffer()
        var count = 0
        try forEachConflict { conflict in
            count += 1
            if output.json { return try lines.line(view.json(conflict)) }
            for line in view.lines(conflict) { try lines.line(line) }
        }
        try lines.flush()
        if count > 0 { throw ExitCode(ExitStatus.refused.rawValue) }
        if !output.json { StandardError.say("no conflicts found") }
    }
}
