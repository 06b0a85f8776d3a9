import ArgumentParser
import Cryptography
import Presenting
import Store
import TicketToken

struct StoreBackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Back up the whole store into one new file, while it is in use.",
        discussion: """
            The backup is a consistent SQLite store, also of a PostgreSQL store; its mode is 0600. It does not \
            contain the issuer keys, without which no gate works: keep a copy of the key folder elsewhere, or add \
            --with-keys to write them to FILE.keys, sealed with a passphrase.

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
        let beside = BackupKeyFile(of: path)
        let ringPath = try folder.keysFolder(keys)
        let sealed = withKeys ? (try ring(at: ringPath, of: store), try passphrase(beside)) : nil
        let report = try BackupFileErrors.explainingErrors(path) {
            try runCopy("backing up") { try store.backUp(to: path, progress: $0) }
        }
        if let (ring, passphrase) = sealed { try ring.write(to: beside.path, passphrase: passphrase) }
        try report.write(output, "backed up to \(path.visible)")
        if let (ring, _) = sealed {
            StandardError.say(
                "the key ring, \(counted(ring.count, "key")), is in \(beside.path.visible), sealed with the passphrase")
        } else {
            sayWithoutKeys(ringPath, store)
        }
    }

    private func sayWithoutKeys(_ path: String, _ store: Store) {
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

    /// Seals the key ring. Throws an error if the ring is empty, belongs to another store, or lacks keys of this
    /// store's tickets.
    private func ring(at path: String, of store: Store) throws -> SealedKeyRing {
        try KeyRingCheck(store, ringAt: path).requireAllKeys()
        let ring = try SealedKeyRing(ringAt: path)
        guard ring.count > 0 else {
            throw CommandFailure(
                .trouble, "the key ring at \(path) has no keys",
                hint: "leave out --with-keys, or create a key first: eventpass key generate")
        }
        return ring
    }

    private func passphrase(_ beside: BackupKeyFile) throws -> SecretBytes {
        try beside.checkPathIsFree()
        return try PassphrasePrompt(keys).forSealing()
    }
}
