import ArgumentParser
import Presenting

struct EventFunctionListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the functions of an event.",
        discussion: """
              eventpass event function list wedding --json | jq .name
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event)
        let functions = try services.subEvents.functions(of: event)
        guard output.json else {
            return try SubEventJSON.table(functions, zone: event.zone).write(global.terminal())
        }
        for function in functions {
            try StandardOutput.line(SubEventJSON(function: function, zone: event.zone).json.text)
        }
    }
}
