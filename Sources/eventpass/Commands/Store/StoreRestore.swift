import ArgumentParser
import Presenting
import Store

struct StoreRestore: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Put a backup into the store, all of it or nothing.",
        discussion: """
            The store must be empty, or everything in it is replaced after a yes. Older backups are brought to this version
            on the way; the file itself stays as it is. Before it asks, it says how many records of the ledger and changes of
            the audit trails the store has and the backup has not: they are lost.

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
        let path = DataFolder.absolute(file)
        let target = try Store.open(folder.store, creating: true)
        let report = try BackupFile.explained(path) {
            try Store.withBackup(at: path, workingIn: folder.path) { try restore($0, into: target) }
        }
        try report.write(output, "restored \(target.path.visible)")
    }

    private func restore(_ backup: Store, into target: Store) throws -> CopyReport {
        if !yes {
            do {
                var report = try copying("restoring") { try backup.copy(to: target, progress: $0) }
                report.lost = LostRecords.none
                return report
            } catch StoreError.notEmpty {
                let lost = try target.records(missingIn: backup)
                StandardError.say(
                    lost == .none
                        ? "the backup has every record that the store has"
                        : "not in the backup, and lost by this: \(CopyReport.words(lost))")
                try Confirmation.need(
                    false, "Replace everything in \(target.path.visible)?", of: "replacing what is in the store")
            }
        }
        var lost = LostRecords.none
        var report = try copying("restoring") { progress in
            let replaced = try backup.replace(target, progress: progress)
            lost = replaced.lost
            return replaced.copied
        }
        report.lost = lost
        return report
    }
}
