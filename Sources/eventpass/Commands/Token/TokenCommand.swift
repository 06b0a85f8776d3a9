import ArgumentParser

struct TokenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "Inspect and verify tokens.",
        subcommands: [TokenInspectCommand.self, TokenVerifyCommand.self])
}
