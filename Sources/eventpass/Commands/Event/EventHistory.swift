import ArgumentParser
import Presenting

struct EventHistory: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "Who changed the event, when, from what to what.",
        discussion: """
              eventpass event history new-year --json | jq 'select(.after.venue)'
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @Flag(help: "Of an event that was deleted.")
    var deleted = false

    func run() throws {
        let office = try global.dataFolder().openOffice()
        let event = try office.event(named: argument.event, among: deleted ? .deleted : .standing)
        let view = AuditView(zone: event.zone)
        for record in try office.history(of: event) {
            if output.json {
                try StandardOutput.line(view.json(record).text)
            } else {
                for line in view.lines(record) { try StandardOutput.line(line) }
            }
        }
    }
}
