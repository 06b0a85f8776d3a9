import ArgumentParser
import Presenting
import Store
import Ticketing

struct StoreRestore: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Put a backup into the store, all of it or nothing.",
        discussion: """
            The store must be empty, or everything in it is replaced after a yes. Older backups are brought to this version \
            on the way; the file itself stays as it is. Before it asks, it says how many records of the ledger and changes of \
            the audit trails the store has and the backup has not: they are lost.

            Where the store's file is missing, damaged or no store at all, the backup takes its place. The old file is kept \
            beside it, as store.sqlite.damaged-DATE, with its log. No other program may have it open meanwhile.

              eventpass store restore 2026-12-24.sqlite --yes
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption

    @Argument(help: "A file that store backup made.", completion: .file(extensions: ["sqlite"]))
    var file: String
    @Flag(help: "Replace what is in the store without asking.")
    var yes = false
    @Flag(
        help: "Bring the keys back, too, which store backup --with-keys wrote into FILE.keys; keys that are there stay."
    )
    var withKeys = false

    func run() throws {
        let folder = try global.ownersDataFolder()
        let path = DataFolder.absolute(file)
        try BackupFile.explained(path) { try Store.checkBackup(at: path) }
        let ring = try withKeys ? KeysBesideBackup(of: path).open(Passphrase(keys)) : nil
        var brought: Int?
        let report = try folder.initialize {
            // Before the store: a ring that has other keys keeps the store from being replaced.
            brought = try ring?.restore(to: keys.keys.map(DataFolder.absolute) ?? folder.keysPath)
            return try BackupFile.explained(path) {
                try Store.withBackup(at: path, workingIn: folder.path) { try restore($0, to: folder.store) }
            }
        }
        try report.write(output, "restored \(folder.store.description.visible)")
        if let brought { StandardError.say("\(counted(brought, "key")) brought back into the key ring") }
    }

    private func restore(_ backup: Store, to address: StoreAddress) throws -> CopyReport {
        guard case .sqlite(let path) = address else {
            return try restore(backup, into: Store.open(address, creating: true))
        }
        do {
            return try restore(backup, into: Store.open(address))
        } catch StoreError.missing(path) {
            return try place(backup, at: path)
        } catch let error as StoreError where error.spoils(path) {
            StandardError.say("\(error)")
            try Confirmation.need(
                yes, "Put the backup in its place? The old file is kept beside it.", of: "replacing the store's file")
            return try place(backup, at: path)
        }
    }

    /// For a file that can't be opened, or not read or emptied.
    private func place(_ backup: Store, at path: String) throws -> CopyReport {
        var kept: String?
        var report = try copying("restoring") { progress in
            let placed = try backup.takePlace(of: path, at: Instant.now(), progress: progress)
            kept = placed.kept
            return placed.copied
        }
        report.kept = kept
        return report
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
