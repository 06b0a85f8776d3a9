import ArgumentParser

struct UserCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "user", abstract: "Manage the users of this store.",
        subcommands: [UserAddCommand.self, UserListCommand.self, UserPasswordCommand.self])
}
