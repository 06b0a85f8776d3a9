import ArgumentParser
import Cryptography
import FileAccess
import Foundation
import TicketToken

/// The key ring stored next to a backup, such as `tonight.sqlite.keys`, sealed with a passphrase.
struct BackupKeyFile {
    let path: String

    init(of backup: String) { path = "\(backup).keys" }

    /// Throws an error if the file exists already. Call it before writing the backup.
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
                hint: "eventpass store backup FILE --with-keys writes FILE.keys")
        }
        guard let words = try passphrase.forOpening(keys: path) else {
            throw CommandFailure(
                .usage, "\(path) is sealed with a passphrase, and there is no terminal to ask for it",
                hint: "use --passphrase-file FILE, or set EVENTPASS_PASSPHRASE")
        }
        guard let ring = try SealedKeyRing(path: path, passphrase: words) else {
            throw CommandFailure(.badInput, "wrong passphrase for \(path), or the file was changed")
        }
        return ring
    }
}
