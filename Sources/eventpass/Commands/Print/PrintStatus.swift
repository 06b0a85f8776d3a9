import ArgumentParser
import Management
import Presenting
import PrintShop

struct PrintStatus: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "List an event's batches, or tell what became of one.",
        discussion: """
              eventpass print status new-year
              eventpass print status new-year 3 --json | jq -r '.files[].path'
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @Argument(help: "One batch, by its number. (default: all)")
    var batch: Int?

    func run() throws {
        let office = try global.dataFolder().openOffice()
        let event = try office.event(named: argument.event)
        let states = try batch.map { [try office.batch($0, of: event)] } ?? office.batches(of: event)
        let view = BatchView(event: event)
        if output.json {
            for state in states { try StandardOutput.line(view.json(state).text) }
            return
        }
        var table = Table(
            "batch", "made", "layout", "tickets", "sheets", "status", "voided sheets", empty: "Nothing was printed.")
        for state in states { table.add(try view.row(state)) }
        try table.write(global.terminal())
        if batch != nil {
            for file in states.flatMap(\.files) { try StandardOutput.line("file \(file.path.visible)") }
        }
        for state in states where state.isFinished {
            for file in state.files where try !BatchPrinter.isIntact(file) {
                StandardError.say(
                    "warning: batch \(state.batch.number): \(file.path.visible) is missing on this machine or was changed; --resume \(state.batch.number) prints it again"
                )
            }
        }
        if let open = states.first(where: { !$0.isFinished }) {
            StandardError.say("next: eventpass print sheets \(event.slug) --resume \(open.batch.number)")
        }
    }
}
