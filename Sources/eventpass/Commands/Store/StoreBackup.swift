import ArgumentParser
import Presenting
import Store

struct StoreBackup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Write the whole store into one new file, while others work on.",
        discussion: """
            The file is a SQLite store of one moment, whichever engine it comes from; its mode is 0600. Keys are not in it.

              eventpass store backup "$(date +%F).sqlite"
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption

    @Argument(help: "The new file.", completion: .file())
    var file: String

    func run() throws {
        let store = try global.ownersDataFolder().openStore()
        let path = DataFolder.absolute(file)
        let report = try BackupFile.explained(path) {
            try copying("backing up") { try store.backUp(to: path, progress: $0) }
        }
        try report.write(output, "backed up to \(path.visible)")
    }
}
