import ArgumentParser
import Foundation
import Management
import Presenting
import Store

/// For commands that make or open packs.
struct PackPassphraseOption: ParsableArguments {
    @Option(
        help: """
            A file whose first line is the passphrase of a sealed pack. (default: $EVENTPASS_PACK_PASSPHRASE, else asked \
            for)
            """)
    var packPassphraseFile: String?

    /// Opens a pack. A sealed one is opened into a working file beside it, once.
    ///
    /// - Parameter orCopy: whether a pack that can't be written is opened as a copy, to be read.
    func open(_ path: String, orCopy: Bool = false) throws -> OpenPack {
        guard try isSealed(path) else { return try pack(at: path, orCopy) }
        let working = PackPassphraseOption.workingPath(of: path)
        if FileManager.default.fileExists(atPath: working) {
            let pack = try pack(at: working, orCopy)
            guard try SealedPack.device(of: path) == pack.pack.device else {
                throw Failure(
                    .badInput, "\(working) is there already, and was opened from another pack than \(path)",
                    hint: "put one of them elsewhere")
            }
            return pack
        }
        guard let passphrase = try Passphrase(self).forOpening(pack: path) else {
            throw Failure(
                .usage, "\(path) is sealed with a passphrase, and there is no terminal to ask for it",
                hint: "say --pack-passphrase-file FILE, or set EVENTPASS_PACK_PASSPHRASE")
        }
        guard try SealedPack.open(path, into: working, passphrase: passphrase) else {
            throw Failure(.badInput, "that is not the passphrase of \(path), or the file was changed")
        }
        StandardError.say("opened into \(working.visible), which is the pack from now on")
        return try OpenPack(at: working)
    }

    private func pack(at path: String, _ orCopy: Bool) throws -> OpenPack {
        do {
            return try OpenPack(at: path)
        } catch StoreError.notADatabase(path) {
            throw StoreError.isNoPack(path: path)
        } catch let error as StoreError where orCopy && error.isAboutWriting {
            return try DataFolder.copy(of: path, because: error) {
                try OpenPack(copyOf: path, because: error, in: $0)
            }
        }
    }

    /// What is not there, or can't be read, says so when it is opened.
    private func isSealed(_ path: String) throws -> Bool {
        guard FileManager.default.isReadableFile(atPath: path) else { return false }
        return try SealedPack.isOne(path)
    }

    /// `north.open.gate`, of `north.gate`.
    private static func workingPath(of path: String) -> String {
        let ending = ".gate"
        return path.hasSuffix(ending) ? "\(path.dropLast(ending.count)).open\(ending)" : "\(path).open\(ending)"
    }
}
