import ArgumentParser

struct EventCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "event", abstract: "What people come to.",
        subcommands: [
            EventCreate.self, EventList.self, EventShow.self, EventEdit.self, EventPublish.self,
            EventCancel.self, EventDelete.self, EventRestore.self, EventDuplicate.self, EventHistory.self,
            EventFunctionCommand.self, EventImportSettings.self,
        ])
}

/// The event a command is about.
struct EventArgument: ParsableArguments {
    @Argument(help: "The event: its number, slug, or an unambiguous beginning of either.")
    var event: String
}
