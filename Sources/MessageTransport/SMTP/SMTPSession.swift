/// Follows the commands and answers of a connection to a mail server (RFC 5321), to find out which command the server
/// rejected. libcurl itself reports only its own error codes.
final class SMTPSession {
    /// The last command that libcurl has sent.
    enum Step {
        /// No command was sent for this message yet.
        case greeting
        case hello
        case startTLS
        case login
        case sender
        case recipient
        case data
        /// The message itself, which follows `DATA`.
        case content
        case other

        /// Whether the command transmits a part of a mail: the sender, a recipient or the content.
        var isPartOfMail: Bool {
            switch self {
            case .sender, .recipient, .data, .content: true
            case .greeting, .hello, .startTLS, .login, .other: false
            }
        }
    }

    /// A way to log in. An option limits libcurl to one mechanism, because libcurl would otherwise try other mechanisms
    /// after a wrong password.
    enum LoginMechanism: String {
        case plain = "PLAIN"
        case login = "LOGIN"

        var option: String { "AUTH=\(rawValue)" }
    }

    private(set) var step = Step.greeting
    /// The lines of the answer to the last command.
    private var lines: [String] = []
    /// Whether the connection is being closed. The answers to `QUIT` are ignored.
    private var isQuitting = false
    private let security: SMTPServer.Security
    private var isEncrypted = false
    /// The login mechanisms that the server offers on this connection; empty if it offers none. Nil until the server
    /// has answered `EHLO` on a connection that is as secure as the settings demand.
    private(set) var offeredMechanisms: [String]?

    init(_ security: SMTPServer.Security) { self.security = security }

    private func forgetConnection() {
        isEncrypted = security != .startTLS
        offeredMechanisms = nil
    }

    /// Prepares for another message, on the same connection or on a new one.
    func beginMessage() {
        step = .greeting
        lines = []
        isQuitting = false
    }

    /// - Parameter word: the first word of a command. A password counts as a part of the command before it.
    func send(command word: String) {
        switch word.uppercased() {
        case "EHLO", "HELO":
            if step == .greeting { forgetConnection() }
            step = .hello
            isQuitting = false
        case "STARTTLS": step = .startTLS
        case "AUTH": step = .login
        case "MAIL": step = .sender
        case "RCPT": step = .recipient
        case "DATA": step = .data
        case "NOOP", "RSET": step = .other
        case "QUIT":
            isQuitting = true
            return
        default: return
        }
        lines = []
    }

    /// - Parameter isContentSent: whether libcurl has taken the whole message.
    func receive(line: String, isContentSent: Bool) {
        guard !isQuitting else { return }
        if step == .data, isContentSent {
            step = .content
            lines = []
        }
        // An answer with several lines has a hyphen after the status in each line but the last (RFC 5321 §4.2.1).
        if let last = lines.last, !SMTPSession.isUnfinished(last) { lines = [] }
        lines.append(line)
        guard let status, !SMTPSession.isUnfinished(line) else { return }
        if step == .startTLS, status == 220 { isEncrypted = true }
        if step == .hello, status == 250, isEncrypted { offeredMechanisms = SMTPSession.mechanisms(in: lines) }
    }

    /// The status of the answer to the last command; nil if there is no answer yet.
    var status: Int? { lines.last.flatMap { Int($0.prefix(3)) } }

    /// The status of an answer that rejects the last command: 400 to 599; nil if the command was not rejected.
    var rejection: Int? { status.flatMap { (400..<600).contains($0) ? $0 : nil } }

    /// The answer to the last command in one line, such as `550 5.1.1 No such mailbox`; empty if there is no answer
    /// yet.
    var answer: String {
        guard let status else { return "" }
        return ForeignText.line("\(status) " + lines.map { $0.dropFirst(4) }.joined(separator: " "))
    }

    private static func isUnfinished(_ line: String) -> Bool { line.dropFirst(3).first == "-" }

    private static func mechanisms(in lines: [String]) -> [String] {
        for line in lines {
            let words = line.dropFirst(4).uppercased().split(separator: " ").map(String.init)
            if words.first == "AUTH" { return Array(words.dropFirst()) }
        }
        return []
    }
}
