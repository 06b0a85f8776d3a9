import ArgumentParser
import Foundation
import Languages
import Management
import Presentation
import Store

struct GatePackPassphraseOption: ParsableArguments {
    @Option(help: ArgumentHelp(Text.packPassphraseFile), completion: .file())
    var packPassphraseFile: String?

    /// Opens a gate pack. The first call decrypts a sealed pack into a working file in the same folder. Later calls
    /// open this working file.
    ///
    /// - Parameters:
    ///   - orCopy: whether to open a read-only copy of a pack that is not writable.
    ///   - rehearses: whether the pack is for a rehearsal. A rehearsal makes no working file.
    func open(_ path: String, orCopy: Bool = false, rehearses: Bool = false) throws -> OpenGatePack {
        guard try isSealed(path) else { return try pack(at: path, orCopy) }
        let working = GatePackPassphraseOption.workingPath(of: path)
        if FileManager.default.fileExists(atPath: working) {
            let pack = try pack(at: working, orCopy)
            guard try EncryptedGatePack.device(of: path) == pack.pack.device else {
                throw CommandFailure(
                    .badInput, Text.otherPack, ["workingFile": .text(working), "path": .text(path)],
                    hint: Sentence(Text.otherPackHint))
            }
            return pack
        }
        guard let passphrase = try PassphrasePrompt(self).forOpening(pack: path) else {
            throw CommandFailure(.usage, Text.sealed, ["path": .text(path)], hint: Sentence(Text.sealedHint))
        }
        let wrong = CommandFailure(.badInput, Text.wrongPassphrase, ["path": .text(path)])
        if rehearses {
            guard let pack = try OpenGatePack(decrypting: path, passphrase: passphrase) else { throw wrong }
            return pack
        }
        guard try EncryptedGatePack.open(path, into: working, passphrase: passphrase) else { throw wrong }
        StandardError.say(Text.opened, ["path": .text(working)])
        return try OpenGatePack(at: working)
    }

    private func pack(at path: String, _ orCopy: Bool) throws -> OpenGatePack {
        do {
            return try OpenGatePack(at: path)
        } catch StoreError.notADatabase(path) {
            throw StoreError.notAGatePack(path: path)
        } catch let error as StoreError where orCopy && error.preventsWriting {
            return try DataFolder.copy(of: path, because: error) {
                try OpenGatePack(copyOf: path, because: error, in: $0)
            }
        }
    }

    /// Whether the file is a sealed pack. Also false if the file is missing or unreadable, because the attempt to open
    /// the file then reports the error.
    private func isSealed(_ path: String) throws -> Bool {
        guard FileManager.default.isReadableFile(atPath: path) else { return false }
        return try EncryptedGatePack.isEncryptedPack(path)
    }

    /// The working file's path: `north.open.gate` for `north.gate`.
    private static func workingPath(of path: String) -> String {
        let ending = ".gate"
        return path.hasSuffix(ending) ? "\(path.dropLast(ending.count)).open\(ending)" : "\(path).open\(ending)"
    }

    enum Text: String, SentenceKey {
        static let subject = "optionsGatePackPassphrase"

        case packPassphraseFile =
            "A file whose first line is the passphrase of a sealed pack. Without this option, the passphrase is read from $EVENTPASS_PACK_PASSPHRASE or asked for."
        case otherPack = "{workingFile} already exists and belongs to a different pack than {path}"
        case otherPackHint = "move one of the two files to another folder"
        case sealed = "{path} is sealed with a passphrase, and there is no terminal to ask for it"
        case sealedHint = "use --pack-passphrase-file FILE, or set EVENTPASS_PACK_PASSPHRASE"
        case wrongPassphrase = "wrong passphrase for {path}, or the file was changed"
        case opened = "opened into {path}; use that file from now on"
    }
}
