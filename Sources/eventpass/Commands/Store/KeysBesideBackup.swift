import ArgumentParser
import Cryptography
import FileAccess
import Foundation
import TicketToken

/// The key ring beside a backup: `tonight.sqlite.keys`, under a passphrase.
struct KeysBesideBackup {
    let path: String

    init(of backup: String) { path = "\(backup).keys" }

    /// Refuses a path that is taken, before anything is written.
    func demandFree() throws {
        guard !FileManager.default.fileExists(atPath: path) else {
            throw Failure(
                .badInput, "\(path) is there already; it was left untouched",
                hint: "choose another name, or remove it first")
        }
    }

    func open(_ passphrase: Passphrase) throws -> SealedKeyRing {
        guard FileManager.default.fileExists(atPath: path) else {
            throw Failure(
                .badInput, "there are no keys at \(path)",
                hint: "eventpass store backup FILE --with-keys writes FILE.keys")
        }
        guard let words = try passphrase.forOpening(keys: path) else {
            throw Failure(
                .usage, "\(path) is sealed with a passphrase, and there is no terminal to ask for it",
                hint: "say --passphrase-file FILE, or set EVENTPASS_PASSPHRASE")
        }
        guard let ring = try SealedKeyRing(path: path, passphrase: words) else {
            throw Failure(.badInput, "that is not the passphrase of \(path), or the file was changed")
        }
        return ring
    }
}
