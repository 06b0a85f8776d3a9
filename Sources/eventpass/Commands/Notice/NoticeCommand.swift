import ArgumentParser

struct NoticeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "notice", abstract: "List queued messages.", subcommands: [NoticeListCommand.self])
}
