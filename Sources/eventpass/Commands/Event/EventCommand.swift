import ArgumentParser

struct EventCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "event", abstract: "Create and change events.",
        subcommands: [
            EventCreateCommand.self, EventListCommand.self, EventShowCommand.self, EventEditCommand.self,
            EventPublishCommand.self,
            EventCancelCommand.self, EventDeleteCommand.self, EventRestoreCommand.self, EventDuplicateCommand.self,
            EventHistoryCommand.self,
            EventFunctionCommand.self, EventImportSettingsCommand.self,
        ])
}

/// The event argument of a command.
struct EventArgument: ParsableArguments {
    @Argument(help: "The event: its number, slug, or an unambiguous beginning of either.")
    var event: String
}
