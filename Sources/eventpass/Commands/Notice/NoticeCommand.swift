import ArgumentParser

struct NoticeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "notice", abstract: "What people are to be told.", subcommands: [NoticeList.self])
}
