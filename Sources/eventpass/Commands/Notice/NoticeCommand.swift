import ArgumentParser

struct NoticeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "notice", abstract: "Messages to people, which wait to be sent.", subcommands: [NoticeList.self])
}
