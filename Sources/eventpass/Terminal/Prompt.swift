import Cryptography
import FileAccess
import Foundation
import Languages
import Presentation

enum Prompt {
    /// Asks for a secret and does not show the typed characters. Returns nil if there is no terminal.
    ///
    /// - Parameter question: the question, such as “Password:”.
    static func secret(_ question: Sentence) throws -> SecretBytes? {
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
        guard terminal >= 0 else { return nil }
        defer { close(terminal) }
        // Ctrl-C must not end the program before the terminal shows typed characters again.
        let bell = Interrupt.startWatching()
        defer { Interrupt.stopWatching() }
        let echo = TerminalMode(of: terminal) { $0.c_lflag &= ~tcflag_t(ECHO) }
        StandardError.write("\(question.text(in: .ofCommandLine).visible) ")
        defer {
            echo.restore()
            StandardError.write("\n")
            if Interrupt.isPressed { Interrupt.terminate() }
        }
        guard waitForInput(for: terminal, or: bell) else { return nil }
        guard let line = try SecretLine.read(from: terminal, Text.terminal.text) else {
            throw CommandFailure(.badInput, Text.nothingTyped, hint: Sentence(Text.nothingTypedHint))
        }
        return line
    }

    enum SecretKind {
        case passphrase, password
    }

    /// Asks twice for a new secret and does not show the typed characters. Returns nil if there is no terminal.
    static func newSecret(_ kind: SecretKind) throws -> SecretBytes? {
        let question = Sentence(kind == .passphrase ? Text.newPassphrase : .newPassword)
        guard let first = try secret(question), let second = try secret(Sentence(Text.onceMore)) else { return nil }
        let isSame = first.withBytes { a in
            second.withBytes { b in a.count == b.count && ConstantTime.equal(a, b) }
        }
        guard isSame else {
            let difference: Text =
                switch kind {
                case .passphrase: .passphrasesDiffer
                case .password: .passwordsDiffer
                }
            throw CommandFailure(.badInput, difference)
        }
        return first
    }

    /// Waits until input arrives or Ctrl-C is pressed. Returns false if Ctrl-C was pressed first.
    ///
    /// - Parameter bell: the descriptor that becomes readable after Ctrl-C.
    private static func waitForInput(for terminal: Int32, or bell: Int32) -> Bool {
        var polled = [terminal, bell].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while poll(&polled, 2, -1) < 0, errno == EINTR {}
        return polled[1].revents == 0
    }

    /// Asks a yes-or-no question. Returns true if the answer is yes, and false if the answer is different or if there
    /// is no terminal.
    static func confirm(_ question: Sentence) -> Bool {
        guard isatty(STDERR_FILENO) == 1, let terminal = FileHandle(forReadingAtPath: "/dev/tty") else { return false }
        StandardError.write("\(question.text(in: .ofCommandLine).visible(keeping: "\n")) [y/N] ")
        let answer = String(decoding: terminal.availableData, as: UTF8.self).lowercased()
        return ["y\n", "yes\n"].contains(answer)
    }

    enum Text: String, SentenceKey {
        static let subject = "prompt"

        case nothingTyped = "nothing was typed"
        case nothingTypedHint = "run the command again and type the secret at the prompt"
        case passphrasesDiffer = "the two passphrases differ"
        case passwordsDiffer = "the two passwords differ"
        case newPassphrase = "New passphrase:"
        case newPassword = "New password:"
        case onceMore = "Once more:"
        case terminal = "the terminal"
    }
}

/// Asks for confirmation before irreversible actions.
enum Confirmation {
    /// Asks for confirmation, unless the command line already confirms the action. Returns only if the action is
    /// confirmed.
    ///
    /// - Parameters:
    ///   - isGiven: whether the command line has `--yes`.
    ///   - question: the yes-or-no question.
    ///   - refusal: the error if there is no terminal, such as “cancelling a ticket needs confirmation”.
    ///   - members: further members of this error as JSON.
    /// - Throws: `CommandFailure` with the status `refused` if the user does not answer yes, or with the status `usage`
    ///   if there is no terminal.
    static func require(
        _ isGiven: Bool, _ question: Sentence, refusal: Sentence, members: [(String, JSON)] = []
    ) throws {
        if isGiven { return }
        guard isatty(STDIN_FILENO) == 1 else {
            throw CommandFailure(.usage, refusal, hint: Sentence(Text.notConfirmedHint), members: members)
        }
        guard Prompt.confirm(question) else { throw CommandFailure(.refused, Text.declined) }
    }

    enum Text: String, SentenceKey {
        static let subject = "confirmation"

        case yes = "Do not ask for confirmation."
        case notConfirmedHint = "add --yes"
        case declined = "stopped; nothing changed"
        case noMessages = "No messages will be queued."
        case messages = "Messages to {count} person will be queued.|Messages to {count} people will be queued."
        case messagesBySMS =
            "{count} of these messages is an SMS, which costs at least {cost}.|{count} of these messages are SMS, which cost at least {cost}."
        case unknownCost =
            "{count} of these messages is an SMS; its price is not set.|{count} of these messages are SMS; their price is not set."
        case manyMessages =
            "This change queues messages to {count} person.|This change queues messages to {count} people."
        case goOn = "Continue?"
    }
}

/// Reads a secret line, such as a passphrase or a key, and leaves no copies of the secret in memory.
enum SecretLine {
    private static let maximumLength = 1024

    /// Reads up to a line feed or the end of input. Returns nil for an empty line.
    ///
    /// - Parameter name: the name of the file or device, for error messages.
    /// - Throws: `SystemError` if reading fails; `CommandFailure` for a line of 1,024 bytes or more.
    static func read(from descriptor: Int32, _ name: String) throws -> SecretBytes? {
        var bytes = [UInt8](repeating: 0, count: maximumLength)
        defer { SecretBytes.wipe(&bytes) }
        var length = 0
        while length < maximumLength {
            let count = Foundation.read(descriptor, &bytes[length], 1)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw SystemError(.read, name) }
            guard count == 1, bytes[length] != UInt8(ascii: "\n") else { break }
            length += 1
        }
        guard length < maximumLength else {
            throw CommandFailure(.badInput, Text.tooLong, ["name": .text(name)])
        }
        if length > 0, bytes[length - 1] == UInt8(ascii: "\r") { length -= 1 }
        return length == 0 ? nil : SecretBytes(copying: bytes.span.extracting(first: length))
    }

    enum Text: String, SentenceKey {
        static let subject = "secretLine"

        case tooLong = "{name}: the line is too long to be a secret"
        case missingHint = "type it at the prompt, or pass it on standard input"
        case standardInput = "standard input"
    }
}
