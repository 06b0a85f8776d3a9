import ArgumentParser
import Cryptography
import FileAccess
import Foundation
import Presentation
import Store
import TicketToken

struct StoreBackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Back up the whole store into one new file, even while the store is in use.",
        discussion: """
            The backup is a consistent SQLite file with mode 0600, even if the store is in PostgreSQL. It does not \
            contain the issuer keys, and gates do not work without these keys. Keep a copy of the key folder \
            elsewhere, or add --with-keys, which writes the keys to FILE.keys, sealed with a passphrase.

              eventpass store backup "$(date +%F).sqlite"
              eventpass store backup tonight.sqlite --with-keys
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption

    @Argument(help: "The new file.", completion: .file())
    var file: String
    @Flag(help: "Also write the key ring to FILE.keys, sealed with a passphrase.")
    var withKeys = false

    func run() throws {
        let folder = try global.ownersDataFolder()
        let store = try folder.openStore()
        let path = DataFolder.absolute(file)
        let keyFile = BackupKeyFile(of: path)
        let ringPath = try folder.keysFolder(keys)
        let sealed = withKeys ? (try ring(at: ringPath, of: store), try passphrase(keyFile)) : nil
        let report = try BackupFileErrors.explainingErrors(path) {
            try runCopy("backing up") { try store.backUp(to: path, progress: $0) }
        }
        if let (ring, passphrase) = sealed { try ring.write(to: keyFile.path, passphrase: passphrase) }
        try report.write(output, "backed up to \(path.visible)")
        if let (ring, _) = sealed {
            StandardError.say(
                "the key ring, \(counted(ring.count, "key")), is in \(keyFile.path.visible), "
                    + "sealed with the passphrase")
        } else {
            reportMissingKeys(ringPath, store)
        }
    }

    private func reportMissingKeys(_ path: String, _ store: Store) {
        do {
            try KeyRingCheck(store, ringAt: path).requireAllKeys()
            StandardError.say(
                "the backup has no issuer keys; keep a copy of \(path.visible) elsewhere, or add --with-keys")
        } catch {
            let failure = CommandFailure.describing(error)
            StandardError.say("warning: the backup has no issuer keys, and \(failure.message.visible)")
            if let hint = failure.hint { StandardError.say("hint: \(hint.visible)") }
        }
    }

    /// Seals the key ring. Throws an error if the ring is empty, belongs to another store, or lacks keys that signed
    /// active tickets of this store.
    private func ring(at path: String, of store: Store) throws -> SealedKeyRing {
        try KeyRingCheck(store, ringAt: path).requireAllKeys()
        let ring = try SealedKeyRing(ringAt: path)
        guard ring.count > 0 else {
            throw CommandFailure(
                .trouble, "the key ring at \(path) has no keys",
                hint: "leave out --with-keys, or create a key first with: eventpass key generate")
        }
        return ring
    }

    private func passphrase(_ keyFile: BackupKeyFile) throws -> SecretBytes {
        try keyFile.checkPathIsFree()
        return try PassphrasePrompt(keys).forSealing()
    }
}

/// Explains errors in reading or writing a backup file, with the path that the user gave.
enum BackupFileErrors {
    private static let backupHint = "name a file that “eventpass store backup” wrote"

    static func explainingErrors<Result>(_ path: String, _ work: () throws -> Result) throws -> Result {
        do {
            return try work()
        } catch let error as SystemError where error.path == path {
            throw explanation(of: error)
        } catch let error as StoreError {
            switch error {
            case .notADatabase(path), .foreign(path, _):
                throw CommandFailure(
                    .badInput, "\(path) is not a backup of a store; it was not changed", hint: backupHint)
            case .newer(path, _, _): throw CommandFailure(.badInput, "\(error)", hint: error.hint)
            case .damaged(path, _): throw CommandFailure(.badInput, "\(error)", hint: "restore another backup")
            default: throw error
            }
        }
    }

    private static func explanation(of error: SystemError) -> any Error {
        let path = error.path
        switch (error.errno, error.operation == "open") {
        case (EEXIST, _):
            return CommandFailure(
                .badInput, "\(path) already exists; it was not changed",
                hint: "choose another name, or remove it first")
        case (ENOENT, true), (ENOTDIR, true):
            return CommandFailure(.badInput, "no backup exists at \(path)", hint: backupHint)
        case (ENOENT, false), (ENOTDIR, false):
            return CommandFailure(
                .badInput, "there is no folder for \(path)", hint: "create the folder first, or choose another folder")
        case (EISDIR, _): return CommandFailure(.badInput, "\(path) is a folder", hint: backupHint)
        case (EACCES, true), (EPERM, true):
            return CommandFailure(.trouble, "\(path) cannot be read by this user", hint: "check its owner and mode")
        case (EACCES, false), (EPERM, false), (EROFS, _):
            return CommandFailure(
                .trouble, "\(path) cannot be written: its folder is read-only", hint: "choose another folder")
        case (ENOSPC, _), (EDQUOT, _): return StoreError.diskFull(path: path)
        default: return error
        }
    }
}

/// The file with the key ring, sealed with a passphrase. It is next to the backup file, for example
/// `tonight.sqlite.keys`.
struct BackupKeyFile {
    let path: String

    init(of backup: String) { path = "\(backup).keys" }

    /// Throws an error if the file exists already. Call this method before the backup is written.
    func checkPathIsFree() throws {
        guard !FileManager.default.fileExists(atPath: path) else {
            throw CommandFailure(
                .badInput, "\(path) already exists; it was not changed",
                hint: "choose another name, or remove it first")
        }
    }

    func open(_ passphrase: PassphrasePrompt) throws -> SealedKeyRing {
        guard FileManager.default.fileExists(atPath: path) else {
            throw CommandFailure(
                .badInput, "there are no keys at \(path)",
                hint: "write a backup with its keys (FILE.keys) with: eventpass store backup FILE --with-keys")
        }
        guard let entered = try passphrase.forOpening(keys: path) else {
            throw CommandFailure(
                .usage, "\(path) is sealed with a passphrase, and there is no terminal to ask for it",
                hint: "use --passphrase-file FILE, or set EVENTPASS_PASSPHRASE")
        }
        guard let ring = try SealedKeyRing(path: path, passphrase: entered) else {
            throw CommandFailure(.badInput, "wrong passphrase for \(path), or the file was changed")
        }
        return ring
    }
}
