import ArgumentParser
import Foundation
import Management
import Presenting
import PrintShop
import Ticketing

struct PrintStatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "List an event's print batches, or show one.",
        discussion: """
              eventpass print status new-year
              eventpass print status new-year 3 --json | jq -r '.files[].path'
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @Argument(help: "The batch's number. (default: all)")
    var batch: Int?

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event)
        let states =
            try batch.map { [try services.printing.batch($0, of: event)] } ?? services.printing.batches(of: event)
        let view = PrintBatchJSON(event: event)
        if output.json {
            for state in states {
                let damaged = Set(try damagedFiles(of: state).map(\.number))
                try StandardOutput.line(view.json(state, damaged: damaged).text)
            }
            return
        }
        var table = Table(
            "batch", "made", "layout", "tickets", "sheets", "status", "voided sheets", empty: "Nothing was printed.")
        for state in states { table.add(try view.row(state)) }
        try table.write(global.terminal())
        if batch != nil {
            for file in states.flatMap(\.files) { try StandardOutput.line("file \(file.path.visible)") }
        }
        for state in states where state.isFinished { try warn(of: state) }
        if let open = states.first(where: { !$0.isFinished }) {
            StandardError.say("next: eventpass print sheets \(event.slug) --resume \(open.batch.number)")
        }
    }

    private func damagedFiles(of state: PrintBatchState) throws -> [PrintedFile] {
        try state.files.filter { try !BatchPrinter.isIntact($0) }
    }

    /// Warns about released files that are missing or changed, with the options to print them again.
    private func warn(of state: PrintBatchState) throws {
        let number = state.batch.number
        let damaged = try damagedFiles(of: state).map { file in
            (path: file.path, isChanged: FileManager.default.fileExists(atPath: file.path))
        }
        // Without --force, a run refuses to replace an existing file.
        let resume = "--resume \(number)" + (damaged.contains(where: \.isChanged) ? " --force" : "")
        for file in damaged {
            StandardError.say(
                "warning: batch \(number): \(file.path.visible) \(file.isChanged ? "was changed" : "is missing on this machine"); \(resume) prints it again"
            )
        }
    }
}
