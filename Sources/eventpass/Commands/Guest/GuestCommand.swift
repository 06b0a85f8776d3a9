import ArgumentParser

struct GuestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "guest", abstract: "Manage the guests of a celebration, their invitations and answers.",
        subcommands: [
            GuestImportCommand.self, GuestListCommand.self, GuestShowCommand.self, GuestInviteCommand.self,
            GuestAnswerCommand.self,
            GuestAttendanceCommand.self, GuestLinksCommand.self,
        ])
}

/// The guest argument of a command.
struct GuestArgument: ParsableArguments {
    @Argument(help: "The guest: number, e-mail or name.")
    var guest: String
}
