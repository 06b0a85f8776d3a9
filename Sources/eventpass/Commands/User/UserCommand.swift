import ArgumentParser

struct UserCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "user", abstract: "Who may act in this store.",
        subcommands: [UserAdd.self, UserList.self, UserPassword.self])
}
