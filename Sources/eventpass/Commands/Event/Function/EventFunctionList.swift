import ArgumentParser
import Presenting

struct EventFunctionList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the functions of an event.",
        discussion: """
              eventpass event function list wedding --json | jq .name
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    func run() throws {
        let office = try global.dataFolder().openOffice()
        let event = try office.event(named: argument.event)
        let functions = try office.functions(of: event)
        guard output.json else {
            return try FunctionView.table(functions, zone: event.zone).write(global.terminal())
        }
        for function in functions {
            try StandardOutput.line(FunctionView(function: function, zone: event.zone).json.text)
        }
    }
}
