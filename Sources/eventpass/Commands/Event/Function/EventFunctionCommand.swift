import ArgumentParser

struct EventFunctionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "function", abstract: "The functions of a celebration: ceremony, reception, rehearsal, others.",
        subcommands: [
            EventFunctionAdd.self, EventFunctionList.self, EventFunctionEdit.self, EventFunctionRemove.self,
        ])
}

/// The function a command is about.
struct FunctionArgument: ParsableArguments {
    @Argument(help: "The function: its name, an unambiguous beginning of it, or its number.")
    var function: String
}
