import ArgumentParser
import Cryptography
import FileAccess
import Foundation
import Languages
import Presentation
import Store
import TicketToken

struct StoreBackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass store backup "$(date +%F).sqlite"
                  eventpass store backup tonight.sqlite --with-keys
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandStoreBackup"

        case abstract = "Back up the whole store into one new file, even while the store is in use."
        case discussion =
            """
            The backup is a consistent SQLite file with mode 0600, even if the store is in PostgreSQL. It does not \
            contain the issuer keys, and gates do not work without these keys. Keep a copy of the key folder \
            elsewhere, or add --with-keys, which writes the keys to FILE.keys, sealed with a passphrase.

            {examples}
            """
        case file = "The new file."
        case withKeys = "Also write the key ring to FILE.keys, sealed with a passphrase."
        case noKeys = "the key ring at {path} has no keys"
        case noKeysHint = "leave out --with-keys, or create a key first with: eventpass key generate"
        case sealedKeys =
            "the key ring with {count} key is in {path}, sealed with the passphrase|the key ring with {count} keys is in {path}, sealed with the passphrase"
        case keysNotInBackup = "the backup has no issuer keys; keep a copy of {path} elsewhere, or add --with-keys"
        case keysMissing = "the backup has no issuer keys, and {reason}"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption

    @Argument(help: ArgumentHelp(Text.file), completion: .file())
    var file: String
    @Flag(help: ArgumentHelp(Text.withKeys))
    var withKeys = false

    func run() throws {
        let folder = try global.ownersDataFolder()
        let store = try folder.openStore()
        let path = DataFolder.absolute(file)
        let keyFile = BackupKeyFile(of: path)
        let ringPath = try folder.keysFolder(keys)
        let sealed = withKeys ? (try ring(at: ringPath, of: store), try passphrase(keyFile)) : nil
        let report = try BackupFileErrors.explainingErrors(path) {
            try runCopy(.backingUp) { try store.backUp(to: path, progress: $0) }
        }
        if let (ring, passphrase) = sealed { try ring.write(to: keyFile.path, passphrase: passphrase) }
        try report.write(output, "backed up to \(path.visible)")
        if let (ring, _) = sealed {
            StandardError.say(Text.sealedKeys, ["count": .number(ring.count), "path": .text(keyFile.path)])
        } else {
            reportMissingKeys(ringPath, store)
        }
    }

    private func reportMissingKeys(_ path: String, _ store: Store) {
        do {
            try KeyRingCheck(store, ringAt: path).requireAllKeys()
            StandardError.say(Text.keysNotInBackup, ["path": .text(path)])
        } catch {
            let failure = CommandFailure.describing(error)
            StandardError.warn(Text.keysMissing, ["reason": .text(failure.message)])
            if let hint = failure.hint { StandardError.hint(Sentence.verbatim(hint)) }
        }
    }

    /// Seals the key ring. Throws an error if the ring is empty, belongs to another store, or lacks keys that signed
    /// active tickets of this store.
    private func ring(at path: String, of store: Store) throws -> SealedKeyRing {
        try KeyRingCheck(store, ringAt: path).requireAllKeys()
        let ring = try SealedKeyRing(ringAt: path)
        guard ring.count > 0 else {
            throw CommandFailure(.trouble, Text.noKeys, ["path": .text(path)], hint: Sentence(Text.noKeysHint))
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
    static func explainingErrors<Result>(_ path: String, _ work: () throws -> Result) throws -> Result {
        do {
            return try work()
        } catch let error as SystemError where error.path == path {
            throw explanation(of: error)
        } catch let error as StoreError {
            switch error {
            case .notADatabase(path), .foreign(path, _):
                throw CommandFailure(
                    .badInput, Text.notABackup, ["path": .text(path)], hint: Sentence(Text.fileHint))
            case .newer(path, _, _): throw CommandFailure(.badInput, error.sentence, hint: error.hint)
            case .damaged(path, _):
                throw CommandFailure(.badInput, error.sentence, hint: Sentence(Text.damagedHint))
            default: throw error
            }
        }
    }

    private static func explanation(of error: SystemError) -> any Error {
        let path = error.path
        return switch (error.errno, error.operation == .open) {
        case (EEXIST, _): failure(.badInput, .exists, path, hint: .existsHint)
        case (ENOENT, true), (ENOTDIR, true): failure(.badInput, .missing, path, hint: .fileHint)
        case (ENOENT, false), (ENOTDIR, false): CommandFailure.noFolder(of: path)
        case (EISDIR, _): failure(.badInput, .isFolder, path, hint: .fileHint)
        case (EACCES, true), (EPERM, true): failure(.trouble, .unreadable, path, hint: .unreadableHint)
        case (EACCES, false), (EPERM, false), (EROFS, _):
            failure(.trouble, .unwritable, path, hint: .unwritableHint)
        case (ENOSPC, _), (EDQUOT, _): StoreError.diskFull(path: path)
        default: error
        }
    }

    fileprivate static func failure(_ status: ExitStatus, _ text: Text, _ path: String, hint: Text) -> CommandFailure {
        CommandFailure(status, text, ["path": .text(path)], hint: Sentence(hint))
    }

    enum Text: String, SentenceKey {
        static let subject = "backupFileErrors"

        case notABackup = "{path} is not a backup of a store; it was not changed"
        case fileHint = "name a file that “eventpass store backup” wrote"
        case damagedHint = "restore another backup"
        case exists = "{path} already exists; it was not changed"
        case existsHint = "choose another name, or remove the existing file first"
        case missing = "no backup exists at {path}"
        case isFolder = "{path} is a folder"
        case unreadable = "{path} cannot be read by this user"
        case unreadableHint = "check its owner and mode"
        case unwritable = "{path} cannot be written: its folder is read-only"
        case unwritableHint = "choose another folder"
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
            throw BackupFileErrors.failure(.badInput, .exists, path, hint: .existsHint)
        }
    }

    func open(_ passphrase: PassphrasePrompt) throws -> SealedKeyRing {
        guard FileManager.default.fileExists(atPath: path) else {
            throw CommandFailure(.badInput, Text.noKeys, ["path": .text(path)], hint: Sentence(Text.noKeysHint))
        }
        guard let entered = try passphrase.forOpening(keys: path) else {
            throw CommandFailure(.usage, Text.sealed, ["path": .text(path)], hint: Sentence(Text.sealedHint))
        }
        guard let ring = try SealedKeyRing(path: path, passphrase: entered) else {
            throw CommandFailure(.badInput, Text.wrongPassphrase, ["path": .text(path)])
        }
        return ring
    }

    enum Text: String, SentenceKey {
        static let subject = "backupKeyFile"

        case noKeys = "there are no keys at {path}"
        case noKeysHint = "write a backup with its keys (FILE.keys) with: eventpass store backup FILE --with-keys"
        case sealed = "{path} is sealed with a passphrase, and there is no terminal to ask for it"
        case sealedHint = "use --passphrase-file FILE, or set EVENTPASS_PASSPHRASE"
        case wrongPassphrase = "wrong passphrase for {path}, or the file was changed"
    }
}
