import ArgumentParser
import Management
import Presenting

struct GateConflicts: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "conflicts", abstract: "Tickets that were let in twice, at gates that did not know of each other.",
        discussion: """
            Each once: both times, gates and devices, and which came first. Exit status 1 when there are any.

              eventpass gate conflicts new-year --json | jq -r .code
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: GateArgument

    func run() throws {
        if let pack = try argument.openPack(orCopy: true) {
            return try show(
                ConflictView(pack.event, functions: pack.functions()), GateLane(pack).forEachConflict)
        }
        let folder = try global.dataFolder()
        let office = try folder.openOffice()
        let event = try office.event(named: argument.event, among: .publishedFirst)
        try show(ConflictView(event, functions: office.functions(of: event), on: folder.device())) {
            try office.forEachConflict(of: event, $0)
        }
    }

    private func show(
        _ view: ConflictView, _ forEachConflict: ((KnownConflict) throws -> Void) throws -> Void
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
        if !output.json { StandardError.say("none: no ticket was let in twice, as far as is known here") }
    }
}
