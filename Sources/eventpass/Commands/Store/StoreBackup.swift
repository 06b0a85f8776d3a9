import ArgumentParser
import Cryptography
import Presenting
import Store
import TicketToken

struct StoreBackup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Write the whole store into one new file, while others work on.",
        discussion: """
            The file is a SQLite store of one moment, whichever engine it comes from; its mode is 0600. The issuer keys are \
            not in it, and without them no gate opens: keep a copy of the key folder elsewhere, or write them beside it, into \
            FILE.keys, under a passphrase.

              eventpass store backup "$(date +%F).sqlite"
              eventpass store backup tonight.sqlite --with-keys
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption

    @Argument(help: "The new file.", completion: .file())
    var file: String
    @Flag(help: "Write the key ring, too, into FILE.keys, under a passphrase.")
    var withKeys = false

    func run() throws {
        let folder = try global.ownersDataFolder()
        let store = try folder.openStore()
        let path = DataFolder.absolute(file)
        let beside = KeysBesideBackup(of: path)
        let ringPath = try folder.keysFolder(keys)
        let sealed = withKeys ? (try ring(at: ringPath, of: store), try secret(beside)) : nil
        let report = try BackupFile.explained(path) {
            try copying("backing up") { try store.backUp(to: path, progress: $0) }
        }
        if let (ring, passphrase) = sealed { try ring.write(to: beside.path, passphrase: passphrase) }
        try report.write(output, "backed up to \(path.visible)")
        if let (ring, _) = sealed {
            StandardError.say(
                "the key ring, \(counted(ring.count, "key")), is in \(beside.path.visible), under the passphrase")
        } else {
            sayWithoutKeys(ringPath, store)
        }
    }

    private func sayWithoutKeys(_ path: String, _ store: Store) {
        do {
            try RingCheck(store, ringAt: path).demandAll()
            StandardError.say(
                "the issuer keys are not in it; keep a copy of \(path.visible) elsewhere, or say --with-keys")
        } catch {
            let failure = Failure.describing(error)
            StandardError.say("warning: the issuer keys are not in it, and \(failure.message.visible)")
            if let hint = failure.hint { StandardError.say("hint: \(hint.visible)") }
        }
    }

    /// Refuses a ring without keys, another store's, and one that lacks keys of this store's tickets.
    private func ring(at path: String, of store: Store) throws -> SealedKeyRing {
        try RingCheck(store, ringAt: path).demandAll()
        let ring = try SealedKeyRing(ringAt: path)
        guard ring.count > 0 else {
            throw Failure(
                .trouble, "the key ring at \(path) has no keys",
                hint: "leave out --with-keys, or make a key first: eventpass key generate")
        }
        return ring
    }

    private func secret(_ beside: KeysBesideBackup) throws -> SecretBytes {
        try beside.demandFree()
        return try Passphrase(keys).forSealing()
    }
}
