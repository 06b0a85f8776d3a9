import ArgumentParser
import Presenting

struct EventHistoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "List the changes to an event: who, when, old and new values.",
        discussion: """
              eventpass event history new-year --json | jq 'select(.after.venue)'
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @Flag(help: "The event was deleted.")
    var deleted = false

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event, among: deleted ? .deleted : .active)
        let view = AuditRecordJSON(zone: event.zone)
        for record in try services.events.history(of: event) {
            if output.json {
                try StandardOutput.line(view.json(record).text)
            } else {
                for line in view.lines(record) { try StandardOutput.line(line) }
            }
        }
    }
}
