import ArgumentParser

struct KeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "The issuer keys: make, list, rotate, retire, carry.",
        subcommands: [
            KeyGenerate.self, KeyList.self, KeyRotate.self, KeyRetire.self, KeyExport.self, KeyImport.self,
        ])
}

/// The key a command is about: `1`, or `--number 1`.
struct KeyNumberArgument: ParsableArguments {
    @Argument(help: "The key's number.")
    var key: UInt8?
    @Option(help: "The same, as an option.")
    var number: UInt8?

    func validate() throws { _ = try choice() }

    /// The number, however it was said.
    func choice() throws -> UInt8 {
        guard let chosen = key ?? number, key == nil || number == nil else {
            throw ValidationError("give the key's number once, such as 1 or --number 1")
        }
        return chosen
    }
}
