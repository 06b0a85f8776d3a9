import ArgumentParser
import FileAccess
import Foundation
import Gate
import Languages
import Management
import Presentation
import SymbolReader

/// An error of a command: its exit status, its message, a hint, and the kind and subject for the output as JSON.
struct CommandFailure: Error {
    let status: ExitStatus
    let message: String
    private(set) var hint: String?
    let shape: ErrorShape
    let members: [(String, JSON)]

    /// Creates an error. In its message and hint, the password of each URL is replaced by `…`.
    ///
    /// - Parameters:
    ///   - shape: the kind and subject of the error. If nil, the kind follows from the status, and the subject is the
    ///     user's request.
    ///   - members: further members of the error as JSON.
    init(
        _ status: ExitStatus, _ message: Sentence, hint: Sentence? = nil, shape: ErrorShape? = nil,
        members: [(String, JSON)] = []
    ) {
        self.status = status
        self.message = message.text(in: .ofCommandLine).withoutPasswords
        self.hint = hint?.text(in: .ofCommandLine).withoutPasswords
        self.shape = shape ?? ErrorShape(kind: status.kind, subject: .request)
        self.members = members
    }

    init(
        _ status: ExitStatus, _ message: some SentenceKey, _ arguments: [String: SentenceArgument] = [:],
        hint: Sentence? = nil, shape: ErrorShape? = nil
    ) {
        self.init(status, Sentence(message, arguments), hint: hint, shape: shape)
    }

    /// The description of an error from Foundation or, if it has one, of its underlying error.
    static func cause(of error: any Error) -> String {
        let error = error as NSError
        let underlying = error.userInfo[NSUnderlyingErrorKey] as? NSError
        return (underlying ?? error).localizedDescription
    }

    static func noFolder(of path: String) -> CommandFailure {
        CommandFailure(
            .badInput, Text.noFolder, ["path": .text(path)], hint: Sentence(Text.noFolderHint),
            shape: ErrorShape(kind: .invalidInput, subject: .file))
    }

    /// Prints an error on standard error and exits with the error's status.
    ///
    /// - Parameter event: the event argument of the command, as typed; nil for a command without such an argument.
    static func exit(for error: any Error, event: String? = nil) -> Never {
        if error is ClosedPipe { Foundation.exit(ExitStatus.done.rawValue) }
        if let status = error as? ExitCode { Foundation.exit(status.rawValue) }
        guard let failure = CommandFailure(error)?.naming(event) else { exitParsing(error) }
        if isJSONRequested {
            // JSON escapes control characters, so the text is safe for the terminal.
            StandardError.write("\(failure.json.text)\n")
            Foundation.exit(failure.status.rawValue)
        }
        // Messages about guest lists and check-in sheets can have several lines, so their line feeds are kept. In other
        // messages, a line feed could come from a file name, so line feeds are escaped.
        let isIssue = if case .guestList? = error as? ManagementError { true } else { false }
        let isList = isIssue || (error as? GuestError)?.isList ?? false
        let isSheet = error is PaperCheckInError
        StandardError.say("error: \(failure.message.visible(keeping: isList || isSheet ? "\n" : ""))")
        if let hint = failure.hint { StandardError.say("hint: \(hint.visible)") }
        Foundation.exit(failure.status.rawValue)
    }

    /// A copy of this error. In its hint, the event replaces the word EVENT. The hint does not change if the event is
    /// nil or would need quotation marks in a command.
    private func naming(_ event: String?) -> CommandFailure {
        guard let event, event.wholeMatch(of: /[A-Za-z0-9][A-Za-z0-9-]*/) != nil else { return self }
        var failure = self
        failure.hint = hint?.replacing(/\bEVENT\b/, with: event)
        return failure
    }

    private static func exitHelping(_ error: any Error) -> Never {
        let isComplete = CommandLine.arguments.contains("--help-hidden")
        do {
            try StandardOutput.line(HelpPage.page(EventPass.fullMessage(for: error), isComplete: isComplete))
        } catch {
            exit(for: error)
        }
        Foundation.exit(ExitStatus.done.rawValue)
    }

    /// Prints a message of ArgumentParser: help in a shortened form, or an error in this program's format.
    private static func exitParsing(_ error: any Error) -> Never {
        let status = EventPass.exitCode(for: error)
        if status.isSuccess { exitHelping(error) }
        let parserMessage = ParserMessage(error, Array(CommandLine.arguments.dropFirst()))
        if isJSONRequested {
            let failure = CommandFailure(
                .usage, .verbatim(parserMessage.message), hint: parserMessage.usage.first.map(Sentence.verbatim),
                shape: ErrorShape(kind: .invalidInput, subject: .request, fields: parserMessage.fields))
            StandardError.write("\(failure.json.text)\n")
        } else {
            let lines = [parserMessage.message, parserMessage.help].compactMap(\.self) + parserMessage.usage
            StandardError.say("error: \(lines.joined(separator: "\n").visible(keeping: "\n"))")
        }
        Foundation.exit(status.rawValue)
    }

    /// Whether the command line contains `--json`. The raw arguments are searched, because ArgumentParser may have
    /// failed to parse them.
    private static var isJSONRequested: Bool {
        CommandLine.arguments.prefix { $0 != "--" }.contains("--json")
    }

    /// The error as JSON, for example
    /// `{"error":"there is no event “x”","kind":"not_found","subject":"event","fields":[],"hint":"…","status":65}`.
    private var json: JSON {
        .object(
            [("error", .string(message))] + shape.members + members
                + [("hint", .optional(hint)), ("status", .int(status.rawValue))])
    }

    static func describing(_ error: any Error) -> CommandFailure {
        CommandFailure(error) ?? CommandFailure(.trouble, Sentence(describing: error))
    }

    /// Converts an error. Returns nil for ArgumentParser's errors, which have their own messages.
    private init?(_ error: any Error) {
        switch error {
        case let failure as CommandFailure: self = failure
        case let error as GateError: self.init(error)
        case let error as any ExplainedError:
            self.init(ExitStatus(error.kind), error.sentence, hint: error.hint, shape: ErrorShape(error))
        case let error as SystemError
        where error.operation == .createTemporaryFile && (error.errno == ENOENT || error.errno == ENOTDIR):
            self = CommandFailure.noFolder(of: error.path)
        case let error as SystemError where error.errno == ENOENT || error.errno == EEXIST:
            self.init(.badInput, error.sentence, shape: ErrorShape(kind: .invalidInput, subject: .file))
        case let error as SystemError:
            self.init(
                .trouble, error.sentence, hint: CommandFailure.hint(for: error),
                shape: ErrorShape(kind: .systemFailure, subject: .file))
        case let error as any SentenceConvertible: self.init(.trouble, error.sentence)
        case _ where EventPass.exitCode(for: error) != .failure: return nil
        default: self.init(.trouble, .verbatim("\(error)"))
        }
    }

    private static func hint(for error: SystemError) -> Sentence? {
        switch error.errno {
        case ENOSPC, EDQUOT: Sentence(Text.diskFullHint)
        case EROFS: Sentence(Text.readOnlyHint)
        case EACCES, EPERM: Sentence(Text.accessDeniedHint)
        default: nil
        }
    }

    /// Converts an error that prevents a gate from opening. The status is `usage` if the option `--sub-event` is
    /// missing, and `trouble` in every other case.
    private init(_ error: GateError) {
        let status: ExitStatus = if case .subEventRequired = error { .usage } else { .trouble }
        self.init(status, error.sentence, hint: error.hint, shape: ErrorShape(error))
    }

    enum Text: String, SentenceKey {
        static let subject = "commandFailure"

        case noFolder = "the folder of {path} does not exist"
        case noFolderHint = "create the folder first, or choose another folder"
        case diskFullHint = "free some space on that disk or write to another disk, then run the command again"
        case readOnlyHint = "that disk is read-only; write to another disk"
        case accessDeniedHint = "check the owner and mode of the file and of its folder"
    }
}

extension Sentence {
    /// A sentence about a file, which begins with the file's path.
    static func about(_ path: String, _ sentence: Sentence) -> Sentence {
        .list([.verbatim(path.visible), sentence], separator: ": ")
    }
}

/// The exit statuses. Scripts depend on them.
enum ExitStatus: Int32 {
    case done = 0
    case refused = 1
    case trouble = 2
    case repeated = 3
    /// `EX_USAGE`
    case usage = 64
    /// `EX_DATAERR`
    case badInput = 65
}

extension ExitStatus {
    init(_ kind: ErrorKind) {
        self =
            switch kind {
            case .forbidden, .ruleViolation: .refused
            case .conflict, .notFound, .invalidInput: .badInput
            case .systemFailure: .trouble
            }
    }

    fileprivate var kind: ErrorKind {
        switch self {
        case .usage, .badInput: .invalidInput
        case .refused, .repeated: .ruleViolation
        case .trouble, .done: .systemFailure
        }
    }

    /// The more serious of two statuses. Of the statuses for verdicts, `trouble` is the most serious, then `refused`,
    /// `repeated` and `done` (Docs/Gate.md).
    func worst(_ other: ExitStatus) -> ExitStatus {
        severity >= other.severity ? self : other
    }

    private var severity: Int {
        switch self {
        case .done: 0
        case .repeated: 1
        case .refused: 2
        case .badInput: 3
        case .usage: 4
        case .trouble: 5
        }
    }
}

extension SymbolReaderError: ExplainedError {
    var kind: ErrorKind { .invalidInput }
    var subject: ErrorSubject { .picture }
}
