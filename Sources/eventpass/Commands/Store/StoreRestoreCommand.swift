import ArgumentParser
import Foundation
import Languages
import Presentation
import Store
import TicketToken
import Ticketing

struct StoreRestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass store restore 2026-12-24.sqlite --yes
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandStoreRestore"

        case abstract = "Restore a backup."
        case discussion =
            """
            If the restore cannot be completed, it changes nothing. If the store is not empty, the command asks before \
            it replaces everything. It first says how many records of the ledger and the audit trails would be lost, \
            because the backup does not have them. Backups of older versions are migrated while they are restored; \
            the backup file is not changed.

            If the store's file is missing, damaged or not a store, the backup replaces it. The old file and its log \
            are kept as store.sqlite.damaged-DATE. No other program may have the store open.

            {examples}
            """
        case file = "A file that “store backup” wrote."
        case yes = "Replace the store's content without asking."
        case withKeys = "Also restore the keys that “store backup --with-keys” wrote to FILE.keys. Existing keys stay."
        case numberTaken = "key {number} in the key ring at {path} differs from key {number} in the backup"
        case numberTakenHint =
            "that key ring belongs to another store: move it away (mv {path} {path}.other), run eventpass init, and run the same command again"
        case fileNotConfirmed = "replacing the store's file needs confirmation"
        case contentNotConfirmed = "replacing the store's content needs confirmation"
        case keysRestored = "{count} key restored into the key ring|{count} keys restored into the key ring"
        case noKeys = "the key ring has no keys"
        case noKeysHint = "create one with: eventpass key generate"
        case withKeysHint = "the same command with --with-keys --yes restores the keys of {path}"
        case fileQuestion = "Replace the store’s file with the backup? The old file is kept."
        case nothingLost = "the backup has every record of the store"
        case recordsLost =
            "the restore would delete records that are not in the backup: {records} and {changes}"
        case contentQuestion = "Replace everything in {path}?"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption

    @Argument(help: ArgumentHelp(Text.file), completion: .file(extensions: ["sqlite"]))
    var file: String
    @Flag(help: ArgumentHelp(Text.yes))
    var yes = false
    @Flag(help: ArgumentHelp(Text.withKeys))
    var withKeys = false

    func run() throws {
        let folder = try global.ownersDataFolder()
        let path = DataFolder.absolute(file)
        try BackupFileErrors.explainingErrors(path) { try Store.checkBackup(at: path) }
        let ring = try withKeys ? BackupKeyFile(of: path).open(PassphrasePrompt(keys)) : nil
        let ringPath = keys.keys.map(DataFolder.absolute) ?? folder.keysPath
        var restoredKeys: Int?
        let report = try folder.initialize {
            // The keys are restored first. If they conflict with keys in the ring, the store is not replaced.
            restoredKeys = try ring.map { try restoreKeys($0, into: ringPath) }
            return try BackupFileErrors.explainingErrors(path) {
                try Store.withBackup(at: path, workingIn: folder.path) { try restore($0, to: folder.store) }
            }
        }
        try report.write(output, "restored \(folder.store.description.visible)")
        if let restoredKeys { StandardError.say(Text.keysRestored, ["count": .number(restoredKeys)]) }
        if !withKeys { reportKeys(folder, ringPath, keyFile: BackupKeyFile(of: path).path) }
    }

    private func restoreKeys(_ ring: SealedKeyRing, into path: String) throws -> Int {
        do {
            return try ring.restore(to: path)
        } catch KeyRingError.numberTaken(let number) {
            throw CommandFailure(
                .badInput, Text.numberTaken, ["path": .text(path), "number": .text("\(number)")],
                hint: Sentence(Text.numberTakenHint, ["path": .text(path)]))
        }
    }

    /// Warns if the key ring lacks keys that the store needs, and says how to restore these keys.
    private func reportKeys(_ folder: DataFolder, _ ringPath: String, keyFile: String) {
        var message: Sentence?
        var hint: Sentence?
        do {
            let check = try folder.ringCheck(at: ringPath)
            try check.requireAllKeys()
            if check.isEmpty {
                (message, hint) = (Sentence(Text.noKeys), Sentence(Text.noKeysHint))
            }
        } catch {
            let failure = CommandFailure.describing(error)
            (message, hint) = (Sentence.verbatim(failure.message), failure.hint.map(Sentence.verbatim))
        }
        guard let message else { return }
        if FileManager.default.fileExists(atPath: keyFile) {
            hint = Sentence(Text.withKeysHint, ["path": .text(keyFile)])
        }
        StandardError.warn(message)
        if let hint { StandardError.hint(hint) }
    }

    private func restore(_ backup: Store, to address: StoreAddress) throws -> CopyReport {
        guard case .sqlite(let path) = address else {
            return try restore(backup, into: Store.open(address, creating: true))
        }
        do {
            let target = try Store.open(address)
            // The pages are checked first, because damage in free pages and in some indexes would not be noticed while
            // the rows are replaced.
            try target.requireIntactPages()
            return try restore(backup, into: target)
        } catch StoreError.storeMissing(path) {
            return try replaceFile(backup, at: path)
        } catch let error as StoreError where error.makesUnusable(path) {
            StandardError.say(error.sentence)
            try Confirmation.require(
                yes, Sentence(Text.fileQuestion),
                refusal: Sentence(Text.fileNotConfirmed))
            return try replaceFile(backup, at: path)
        }
    }

    /// Replaces the store's file with the backup. Call this method if the file is missing, or cannot be opened, read or
    /// emptied.
    private func replaceFile(_ backup: Store, at path: String) throws -> CopyReport {
        var kept: String?
        var report = try runCopy(.restoring) { progress in
            let replacement = try backup.replaceFile(of: path, at: Instant.now(), progress: progress)
            kept = replacement.kept
            return replacement.copied
        }
        report.previousFile = kept
        return report
    }

    private func restore(_ backup: Store, into target: Store) throws -> CopyReport {
        if !yes {
            do {
                var report = try runCopy(.restoring) { try backup.copy(to: target, progress: $0) }
                report.lost = LostRecords.none
                return report
            } catch StoreError.notEmpty {
                let lost = try target.records(missingIn: backup)
                if lost == .none {
                    StandardError.say(Text.nothingLost)
                } else {
                    StandardError.say(
                        Text.recordsLost,
                        ["records": CountText.records.of(lost.ledger), "changes": CountText.changes.of(lost.audit)])
                }
                try Confirmation.require(
                    false, Sentence(Text.contentQuestion, ["path": .text(target.path)]),
                    refusal: Sentence(Text.contentNotConfirmed))
            }
        }
        var lost = LostRecords.none
        var report = try runCopy(.restoring) { progress in
            let replaced = try backup.replace(target, progress: progress)
            lost = replaced.lost
            return replaced.copied
        }
        report.lost = lost
        return report
    }
}
