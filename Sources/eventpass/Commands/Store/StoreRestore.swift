import ArgumentParser
import Store

struct StoreRestore: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Put a backup into the store, all of it or nothing.",
        discussion: """
            The store must be empty, or everything in it is replaced after a yes. Older backups are brought to this version
            on the way; the file itself stays as it is.

              eventpass store restore 2026-12-24.sqlite --yes
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption

    @Argument(help: "A file that store backup made.", completion: .file(extensions: ["sqlite"]))
    var file: String
    @Flag(help: "Replace what is in the store without asking.")
    var yes = false

    func run() throws {
        let folder = try global.ownersDataFolder()
        guard folder.exists else { throw Failure.noDataFolder(folder.path) }
        let target = try Store.open(folder.store, creating: true)
        let report = try Store.withBackup(at: DataFolder.absolute(file), workingIn: folder.path) { backup in
            try copying("restoring") { progress in
                if !yes {
                    do {
                        return try backup.copy(to: target, progress: progress)
                    } catch StoreError.notEmpty {
                        try Confirmation.need(
                            false, "Replace everything in \(target.path.visible)?", of: "replacing what is in the store"
                        )
                    }
                }
                return try backup.copy(to: target, inTheWay: .replace, progress: progress)
            }
        }
        try report.write(output, "restored \(target.path.visible)")
    }
}
