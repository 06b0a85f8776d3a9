import Cryptography
import FileAccess
import Foundation
import Presenting
import TicketToken

/// Where the passphrase of sealed keys comes from: a file, the environment, or a prompt without echo. Never an argument.
struct Passphrase: Sendable {
    private let file: String?
    private let fileOption: String
    private let variable: String

    init(_ options: KeyOptions) {
        file = options.passphraseFile
        fileOption = "--passphrase-file"
        variable = "EVENTPASS_PASSPHRASE"
    }

    init(_ options: PackPassphraseOption) {
        file = options.packPassphraseFile
        fileOption = "--pack-passphrase-file"
        variable = "EVENTPASS_PACK_PASSPHRASE"
    }

    init(_ options: PackOptions) {
        file = options.applePassphraseFile
        fileOption = "--apple-passphrase-file"
        variable = "EVENTPASS_APPLE_PASSPHRASE"
    }

    /// For keys that are there. Nil when there is nobody to ask.
    @Sendable func forOpening(key number: UInt8) throws -> SecretBytes? {
        try stated() ?? Prompt.secret("Passphrase of key \(number): ")
    }

    /// For keys that are there, where nobody is asked.
    @Sendable func unattended(key number: UInt8) throws -> SecretBytes? { try stated() }

    /// For a pack that is there. Nil when there is nobody to ask.
    func forOpening(pack path: String) throws -> SecretBytes? {
        try stated() ?? Prompt.secret("Passphrase of \(path.visible): ")
    }

    /// For keys beside a backup. Nil when there is nobody to ask.
    func forOpening(keys path: String) throws -> SecretBytes? {
        try stated() ?? Prompt.secret("Passphrase of \(path.visible): ")
    }

    /// For a certificate's key. Nil when there is nobody to ask.
    func forOpening(certificate path: String) throws -> SecretBytes? {
        try stated() ?? Prompt.secret("Passphrase of \(path.visible): ")
    }

    /// For a key or a pack that is made now: typed twice.
    func forSealing() throws -> SecretBytes {
        if let stated = try stated() { return stated }
        guard let typed = try Prompt.newSecret("passphrase") else {
            throw Failure(
                .usage, "there is no terminal to ask for a passphrase",
                hint: "say \(fileOption) FILE, or set \(variable)")
        }
        return typed
    }

    /// Refuses a file that others may read, as key files are refused. A pipe has no mode that matters.
    private static func judge(_ descriptor: Int32, _ file: String) throws {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw SystemError("look at", file) }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o077 != 0 else { return }
        let mode = String(status.st_mode & 0o7777, radix: 8)
        throw Failure(
            .trouble, "\(file) has mode 0\(mode), so others may read the passphrase", hint: "chmod 600 \(file)")
    }

    private func stated() throws -> SecretBytes? {
        if let file {
            let descriptor = open(file, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw SystemError("open", file) }
            defer { DatabaseFile.close(descriptor) }
            try Passphrase.judge(descriptor, file)
            guard let words = try SecretLine.read(from: descriptor, file) else {
                throw Failure(.badInput, "\(file) is empty; its first line is to be the passphrase")
            }
            return words
        }
        guard let words = ProcessInfo.processInfo.environment[variable] else { return nil }
        return SecretBytes(copying: words.utf8.span)
    }
}
