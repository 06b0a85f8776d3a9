import ArgumentParser

struct EventFunctionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "function", abstract: "The functions of a celebration: ceremony, reception, rehearsal, others.",
        subcommands: [
            EventFunctionAddCommand.self, EventFunctionListCommand.self, EventFunctionEditCommand.self,
            EventFunctionRemoveCommand.self,
        ])
}

/// The sub-event argument of a command.
struct FunctionArgument: ParsableArguments {
    @Argument(help: "The function: its name, an unambiguous beginning of it, or its number.")
    var function: String
}
