import ArgumentParser
import Presenting

struct EventShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show one event and its functions.",
        discussion: """
              eventpass event show new-year --json | jq .status
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.visibleEvent(named: argument.event)
        let page = try EventOverviewJSON(of: event, in: services)
        for line in output.json ? [page.json.text] : page.lines { try StandardOutput.line(line) }
    }
}
