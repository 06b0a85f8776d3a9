import ArgumentParser

struct GuestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "guest", abstract: "The guests of a celebration, their households, invitations and answers.",
        subcommands: [
            GuestImportFile.self, GuestListing.self, GuestShow.self, GuestInvite.self, GuestAnswer.self,
            GuestAttendance.self, GuestLinks.self,
        ])
}

/// The guest a command is about.
struct GuestArgument: ParsableArguments {
    @Argument(help: "The guest: number, e-mail or name.")
    var guest: String
}
