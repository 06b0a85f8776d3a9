import ArgumentParser

struct KeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Create, list, rotate, retire and copy issuer keys.",
        subcommands: [
            KeyGenerateCommand.self, KeyListCommand.self, KeyRotateCommand.self, KeyRetireCommand.self,
            KeyExportCommand.self, KeyImportCommand.self,
        ])
}

/// The key number argument of a command: `1`, or `--number 1`.
struct KeyNumberArgument: ParsableArguments {
    @Argument(help: "The key's number.")
    var key: UInt8?
    @Option(help: "The same, as an option.")
    var number: UInt8?

    func validate() throws { _ = try chosenNumber() }

    /// The number, from the argument or the option.
    func chosenNumber() throws -> UInt8 {
        guard let chosen = key ?? number, key == nil || number == nil else {
            throw ValidationError("give the key's number once, such as 1 or --number 1")
        }
        return chosen
    }
}
