import ArgumentParser

struct KeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "The issuer keys: make, list, rotate, retire, carry.",
        subcommands: [
            KeyGenerate.self, KeyList.self, KeyRotate.self, KeyRetire.self, KeyExport.self, KeyImport.self,
        ])
}
