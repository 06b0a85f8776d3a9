import FileAccess
import Glibc
import Languages
public import Ticketing

/// Sends SMS through a modem or phone that is connected to this machine, with the program `gammu`. A separate process
/// sends each message, and each call blocks its thread until that process ends.
public struct GammuClient: Sendable {
    private let modem: GammuModem
    private let folders: [String]
    private let limit: Duration
    private let isStopping: @Sendable () -> Bool

    /// - Parameters:
    ///   - folders: the folders that are searched for the program `gammu`.
    ///   - limit: the time after which `gammu` is stopped.
    ///   - isStopping: called several times a second while `gammu` runs. If it returns true, `gammu` is stopped.
    public init(
        _ modem: GammuModem, searching folders: [String] = ["/usr/local/bin", "/usr/bin", "/bin"],
        limit: Duration = .seconds(60), isStopping: @escaping @Sendable () -> Bool = { false }
    ) {
        self.modem = modem
        self.folders = folders
        self.limit = limit
        self.isStopping = isStopping
    }

    private static func isExecutable(_ path: String) -> Bool { unsafe access(path, X_OK) == 0 }

    /// Sends one message, in several parts if it is long.
    ///
    /// - Returns: `unknown` if `gammu` was stopped, or ended without a result. In both cases, the modem may have sent
    ///   the message.
    public func send(_ text: SMSText, to number: PhoneNumber) -> TransportResult {
        guard let program = folders.map({ "\($0)/gammu" }).first(where: GammuClient.isExecutable) else {
            return .unavailable(.gammuMissing(searched: folders))
        }
        // Without its configuration file, gammu would use its defaults, and perhaps another device.
        guard unsafe access(modem.configuration, R_OK) == 0 else {
            let reason = SystemError.reason(of: errno)
            return .unavailable(.modemSettingsUnreadable(path: modem.configuration, reason: reason))
        }
        let input = GammuClient.input(for: text)
        var arguments = [
            "-c", modem.configuration, "sendsms", "TEXT", number.rawValue, "-len", "\(input.utf16.count)",
        ]
        if !text.isGSM { arguments.append("-unicode") }
        do throws(SystemError) {
            // Gammu reads the text in the encoding of the locale.
            let process = try ChildProcess.run(
                program, arguments: arguments, environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"],
                input: Array(input.utf8), limit: limit, isStopping: isStopping)
            return result(process)
        } catch {
            return .unavailable(.gammuNotStarted(reason: error.reason))
        }
    }

    /// The text in the form that gammu expects. In a Unicode message, gammu treats one tilde as the start of a command,
    /// and two tildes as a tilde.
    private static func input(for text: SMSText) -> String {
        text.isGSM ? text.text : text.text.replacing("~", with: "~~")
    }

    /// The network's answers to the parts of a message, such as “OK, message reference=5”. If there are no such
    /// answers, the result is the output of gammu, except lines that only help a person at a terminal.
    private static func answer(in output: String) -> String {
        let answers = output.matches(of: /\b(?:OK|error -?[0-9]+), message reference=-?[0-9]+/).map { String($0.0) }
        guard answers.isEmpty else { return ForeignText.line(answers.joined(separator: "; ")) }
        let lines = output.split(whereSeparator: \.isNewline).filter { line in
            !line.contains("press Ctrl+C") && !line.contains("waiting for network answer")
                && line.wholeMatch(of: /\s*[0-9]+ \/ [0-9]+\s*/) == nil
        }
        return ForeignText.line(lines.joined(separator: " "))
    }

    /// The result of a finished process. The exit status of gammu says only whether the message was sent. Its output
    /// says how far gammu got, so the output is searched for the texts that gammu prints in the locale C.
    private func result(_ process: ChildProcess) -> TransportResult {
        let text = String(decoding: process.output, as: UTF8.self)
        let output = GammuClient.answer(in: text)
        if process.ending == .stopped {
            return .unknown(answer: Sentence(Text.stopped, ["output": .text(output)]).stored)
        }
        if process.ending == .exit(0) { return .accepted(providerID: nil, answer: output) }
        // Gammu prints this line when the modem is connected and the message begins.
        guard text.contains("Sending SMS") else {
            return .unavailable(.modemNotAnswering(path: modem.configuration, answer: output))
        }
        // If the network rejects the message, gammu prints the network’s error. If gammu prints no error, for example
        // because it crashed, the modem may have sent the message.
        return text.contains(/\berror -?[0-9]+/) ? .deferred(answer: output) : .unknown(answer: output)
    }

    enum Text: String, SentenceKey {
        static let subject = "gammuClient"

        case stopped = "gammu was stopped: {output}"
    }
}
