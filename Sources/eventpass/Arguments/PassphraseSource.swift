import Cryptography
import FileAccess
import Foundation
import Languages
import Presentation
import TicketToken

/// The source of a passphrase or password: a file, the environment, or a prompt without echo. A passphrase is never an
/// argument, because all users of the machine can read arguments.
struct PassphrasePrompt: Sendable {
    /// The kind of the secret. Errors name it.
    private enum Secret {
        case passphrase
        /// The password of an account at a mail server, or the API key of a provider.
        case password
    }

    private let file: String?
    private let fileOption: String
    private let variable: String
    private var secret = Secret.passphrase

    init(_ options: KeyOptions) {
        file = options.passphraseFile
        fileOption = "--passphrase-file"
        variable = "EVENTPASS_PASSPHRASE"
    }

    init(_ options: GatePackPassphraseOption) {
        file = options.packPassphraseFile
        fileOption = "--pack-passphrase-file"
        variable = "EVENTPASS_PACK_PASSPHRASE"
    }

    init(_ options: WalletOptions) {
        file = options.applePassphraseFile
        fileOption = "--apple-passphrase-file"
        variable = "EVENTPASS_APPLE_PASSPHRASE"
    }

    /// The source of the password of an account at a mail server, or of the API key of a provider.
    ///
    /// - Parameters:
    ///   - file: the file from the command line; nil if the command line names no file.
    ///   - fileOption: the option that names the file.
    ///   - variable: the environment variable that is read if there is no file.
    init(passwordFile file: String?, option fileOption: String, variable: String) {
        self.file = file
        self.fileOption = fileOption
        self.variable = variable
        secret = .password
    }

    /// The passphrase to open a key; nil if it must be typed, but there is no terminal.
    @Sendable func forOpening(key number: UInt8) throws -> SecretBytes? {
        try fromFileOrEnvironment() ?? Prompt.secret(Sentence(Text.ofKey, ["key": "\(number)"]))
    }

    /// The passphrase to open a key, without asking; nil if neither a file nor the environment has a passphrase.
    @Sendable func unattended(key number: UInt8) throws -> SecretBytes? { try fromFileOrEnvironment() }

    /// The passphrase to open a gate pack; nil if it must be typed, but there is no terminal.
    func forOpening(pack path: String) throws -> SecretBytes? {
        try fromFileOrEnvironment() ?? Prompt.secret(Sentence(Text.ofFile, ["path": .text(path)]))
    }

    /// The passphrase to open a backup's keys; nil if it must be typed, but there is no terminal.
    func forOpening(keys path: String) throws -> SecretBytes? {
        try fromFileOrEnvironment() ?? Prompt.secret(Sentence(Text.ofFile, ["path": .text(path)]))
    }

    /// The passphrase to open a certificate's key; nil if it must be typed, but there is no terminal.
    func forOpening(certificate path: String) throws -> SecretBytes? {
        try fromFileOrEnvironment() ?? Prompt.secret(Sentence(Text.ofFile, ["path": .text(path)]))
    }

    /// The passphrase to seal a new file. At a prompt, the user must type the passphrase twice.
    func forSealing() throws -> SecretBytes {
        if let stated = try fromFileOrEnvironment() { return stated }
        guard let typed = try Prompt.newSecret(.passphrase) else { throw noTerminal }
        return typed
    }

    /// The password of an account, or the API key of a provider.
    ///
    /// - Parameter question: the question at the prompt, such as “Password:”.
    /// - Throws: `CommandFailure` if the secret must be typed, but there is no terminal.
    func forAccount(_ question: Sentence) throws -> SecretBytes {
        if let stated = try fromFileOrEnvironment() { return stated }
        guard let typed = try Prompt.secret(question) else { throw noTerminal }
        return typed
    }

    private var noTerminal: CommandFailure {
        CommandFailure(
            .usage, secret == .passphrase ? Text.noTerminal : .noTerminalForPassword,
            hint: Sentence(Text.noTerminalHint, ["option": .text(fileOption), "variable": .text(variable)]))
    }

    /// Throws an error if the file's mode allows other users to read it. Pipes are not checked.
    private func checkMode(_ descriptor: Int32, _ file: String) throws {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw SystemError(.inspect, file) }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o077 != 0 else { return }
        let mode = String(status.st_mode & 0o7777, radix: 8)
        throw CommandFailure(
            .trouble, secret == .passphrase ? Text.readableByOthers : .passwordReadableByOthers,
            ["path": .text(file), "mode": "0\(mode)"],
            hint: .verbatim("chmod 600 \(file)"))
    }

    private func fromFileOrEnvironment() throws -> SecretBytes? {
        if let file {
            let descriptor = open(file, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw SystemError(.open, file) }
            defer { DatabaseFile.close(descriptor) }
            try checkMode(descriptor, file)
            guard let passphrase = try SecretLine.read(from: descriptor, file) else {
                throw CommandFailure(
                    .badInput, secret == .passphrase ? Text.emptyFile : .emptyPasswordFile, ["path": .text(file)])
            }
            return passphrase
        }
        guard let passphrase = ProcessInfo.processInfo.environment[variable] else { return nil }
        return SecretBytes(copying: passphrase.utf8.span)
    }

    enum Text: String, SentenceKey {
        static let subject = "passphrasePrompt"

        case noTerminal = "there is no terminal to ask for a passphrase"
        case noTerminalHint = "use {option} FILE, or set {variable}"
        case readableByOthers = "{path} has mode {mode}, so other users can read the passphrase"
        case emptyFile = "{path} is empty; its first line must be the passphrase"
        case noTerminalForPassword = "there is no terminal to ask for the password or key"
        case passwordReadableByOthers = "{path} has mode {mode}, so other users can read the password or key in it"
        case emptyPasswordFile = "{path} is empty; its first line must be the password or key"
        case ofKey = "Passphrase of key {key}:"
        case ofFile = "Passphrase of {path}:"
    }
}

/// Reads a small secret file, such as a key. Afterwards, only the returned `SecretBytes` contain the secret.
enum SecretFile {
    private static let longest = 1 << 20

    /// Reads a whole file.
    ///
    /// - Throws: `SystemError` that names the path; `CommandFailure` for a file of 1 MiB or more.
    static func read(_ path: String) throws -> SecretBytes {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError(.open, path) }
        defer { DatabaseFile.close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: longest)
        defer { SecretBytes.wipe(&bytes) }
        var length = 0
        while length < longest {
            let count = bytes.withUnsafeMutableBytes {
                Foundation.read(descriptor, $0.baseAddress?.advanced(by: length), longest - length)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw SystemError(.read, path) }
            if count == 0 { break }
            length += count
        }
        guard length < longest else {
            throw CommandFailure(.badInput, Text.tooLong, ["path": .text(path.visible)])
        }
        return SecretBytes(copying: bytes.span.extracting(first: length))
    }

    enum Text: String, SentenceKey {
        static let subject = "secretFile"

        case tooLong = "{path} is too long to be a key"
    }
}
