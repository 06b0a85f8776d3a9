import ArgumentParser

struct TokenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "What is in a token, and whether it holds.",
        subcommands: [TokenInspect.self, TokenVerify.self])
}
