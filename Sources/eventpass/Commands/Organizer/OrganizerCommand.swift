import ArgumentParser

struct OrganizerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "organizer", abstract: "Who holds events.",
        subcommands: [
            OrganizerCreate.self, OrganizerList.self, OrganizerShow.self, OrganizerVerify.self, OrganizerMember.self,
            OrganizerToken.self, OrganizerWebhook.self,
        ])
}
