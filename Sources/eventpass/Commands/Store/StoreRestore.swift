import ArgumentParser
import Foundation
import Presenting
import Store
import TicketToken
import Ticketing

struct StoreRestore: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Put a backup into the store, all of it or nothing.",
        discussion: """
            The store must be empty, or everything in it is replaced after a yes. Older backups are brought to this version \
            on the way; the file itself stays as it is. Before it asks, it says how many records of the ledger and changes of \
            the audit trails the store has and the backup has not: they are lost.

            Where the store's file is missing, has a damaged page or is no store at all, the backup takes its place. The old \
            file is kept beside it, as store.sqlite.damaged-DATE, with its log. No other program may have it open meanwhile.

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
        let ringPath = keys.keys.map(DataFolder.absolute) ?? folder.keysPath
        var brought: Int?
        let report = try folder.initialize {
            // Before the store: a ring that has other keys keeps the store from being replaced.
            brought = try ring.map { try bring($0, into: ringPath) }
            return try BackupFile.explained(path) {
                try Store.withBackup(at: path, workingIn: folder.path) { try restore($0, to: folder.store) }
            }
        }
        try report.write(output, "restored \(folder.store.description.visible)")
        if let brought { StandardError.say("\(counted(brought, "key")) brought back into the key ring") }
        if !withKeys { sayKeys(folder, ringPath, beside: KeysBesideBackup(of: path).path) }
    }

    private func bring(_ ring: SealedKeyRing, into path: String) throws -> Int {
        do {
            return try ring.restore(to: path)
        } catch KeyRingError.numberTaken(let number) {
            throw Failure(
                .badInput, "the key ring at \(path) has another key \(number) than the backup's",
                hint: """
                    that ring belongs to another store: move it away (mv \(path) \(path).other), run eventpass init, and run \
                    the same command again
                    """)
        }
    }

    /// Says what the key ring lacks of the keys that the store needs, and where they are.
    private func sayKeys(_ folder: DataFolder, _ ringPath: String, beside sealed: String) {
        var message: String?
        var hint: String?
        do {
            let check = try folder.ringCheck(at: ringPath)
            try check.demandAll()
            if check.isEmpty { (message, hint) = ("the key ring has no keys", "eventpass key generate makes one") }
        } catch {
            let failure = Failure.describing(error)
            (message, hint) = (failure.message, failure.hint)
        }
        guard let message else { return }
        if FileManager.default.fileExists(atPath: sealed) {
            hint = "the same command with --with-keys --yes brings the keys of \(sealed) back"
        }
        StandardError.say("warning: \(message.visible)")
        if let hint { StandardError.say("hint: \(hint.visible)") }
    }

    private func restore(_ backup: Store, to address: StoreAddress) throws -> CopyReport {
        guard case .sqlite(let path) = address else {
            return try restore(backup, into: Store.open(address, creating: true))
        }
        do {
            let target = try Store.open(address)
            // The rows of a store can be replaced without its free pages, and some of its indexes, being read or written.
            try target.demandWholePages()
            return try restore(backup, into: target)
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
