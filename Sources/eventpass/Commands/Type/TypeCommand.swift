import ArgumentParser

struct TypeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "type", abstract: "The ticket types of an event.",
        subcommands: [TypeAdd.self, TypeEdit.self, TypeList.self])
}
