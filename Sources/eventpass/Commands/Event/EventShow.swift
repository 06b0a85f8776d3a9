import ArgumentParser

struct EventShow: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show one event.",
        discussion: """
            eventpass event show new-year --json | jq .status
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    func run() throws {
        let office = try global.dataFolder().openOffice()
        let event = try office.event(named: argument.event)
        let view = EventView(event: event)
        let lines = output.json ? [view.json.text] : view.lines(people: try office.people(of: event))
        for line in lines { try StandardOutput.line(line) }
    }
}
