import ArgumentParser

struct EventRestore: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Bring a deleted event back, with its tickets.",
        discussion: """
            eventpass event list --deleted
            eventpass event restore new-year
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    func run() throws {
        let office = try global.dataFolder().openOffice()
        let event = try office.restoreEvent(try office.event(named: argument.event, among: .deleted))
        try StandardOutput.line(output.json ? EventView(event: event).json.text : "restored \(event.slug)")
    }
}
