import ArgumentParser

struct OrganizerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "organizer", abstract: "Manage organizers: the people or companies that run events.",
        subcommands: [
            OrganizerCreateCommand.self, OrganizerListCommand.self, OrganizerShowCommand.self,
            OrganizerVerifyCommand.self, OrganizerMemberCommand.self,
            OrganizerTokenCommand.self, OrganizerWebhookCommand.self,
        ])
}
