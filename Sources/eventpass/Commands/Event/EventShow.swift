import ArgumentParser
import Presenting

struct EventShow: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show one event and its functions.",
        discussion: """
              eventpass event show new-year --json | jq .status
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    func run() throws {
        let office = try global.dataFolder().openOffice()
        let event = try office.visibleEvent(named: argument.event)
        let page = try EventPage(of: event, in: office)
        for line in output.json ? [page.json.text] : page.lines { try StandardOutput.line(line) }
    }
}
