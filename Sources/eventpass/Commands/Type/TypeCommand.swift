import ArgumentParser

struct TypeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "type", abstract: "Add, change and list ticket types.",
        subcommands: [TypeAddCommand.self, TypeEditCommand.self, TypeListCommand.self])
}
