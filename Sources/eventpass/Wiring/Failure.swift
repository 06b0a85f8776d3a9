import ArgumentParser
import FileAccess
import Foundation
import Gate
import Management
import Presenting

/// An error of the command line itself: what, and what to do next.
struct Failure: Error {
    let status: ExitStatus
    let message: String
    let hint: String?

    init(_ status: ExitStatus, _ message: String, hint: String? = nil) {
        self.status = status
        self.message = message.withoutPasswords
        self.hint = hint?.withoutPasswords
    }

    /// What a Foundation error is about, without its wrapping.
    static func cause(of error: any Error) -> String {
        let error = error as NSError
        let underlying = error.userInfo[NSUnderlyingErrorKey] as? NSError
        return (underlying ?? error).localizedDescription
    }

    /// Says what happened on standard error, and ends the program with its status.
    static func exit(for error: any Error) -> Never {
        if error is ClosedPipe { Foundation.exit(ExitStatus.done.rawValue) }
        if let status = error as? ExitCode { Foundation.exit(status.rawValue) }
        guard let failure = Failure(error) else { exitParsing(error) }
        if wantsJSON {
            // Escaped there: no character of it reaches a terminal as it is.
            StandardError.write("\(failure.json.text)\n")
            Foundation.exit(failure.status.rawValue)
        }
        // Only the rows of a guest list are told in lines of their own; what a path holds is not.
        let isIssue = if case .guestList? = error as? ManagementError { true } else { false }
        let isList = isIssue || (error as? CelebrationError)?.isList ?? false
        let isSheet = error is PaperError
        StandardError.say("error: \(failure.message.visible(keeping: isList || isSheet ? "\n" : ""))")
        if let hint = failure.hint { StandardError.say("hint: \(hint.visible)") }
        Foundation.exit(failure.status.rawValue)
    }

    /// Prints the help, the version or the completions that were asked for.
    private static func exitHelping(_ error: any Error) -> Never {
        let isWhole = CommandLine.arguments.contains("--help-hidden")
        do {
            try StandardOutput.line(ParserMessage.help(EventPass.fullMessage(for: error), isWhole: isWhole))
        } catch {
            exit(for: error)
        }
        Foundation.exit(ExitStatus.done.rawValue)
    }

    /// ArgumentParser's help is shorter here; its errors look like all others, and show no raw argument.
    private static func exitParsing(_ error: any Error) -> Never {
        let status = EventPass.exitCode(for: error)
        if status.isSuccess { exitHelping(error) }
        let told = ParserMessage(EventPass.fullMessage(for: error).withoutPasswords)
        if wantsJSON {
            let failure = Failure(.usage, told.message, hint: told.usage.first)
            StandardError.write("\(failure.json.text)\n")
        } else {
            let lines = [told.message] + told.usage
            StandardError.say("error: \(lines.joined(separator: "\n").visible(keeping: "\n"))")
        }
        Foundation.exit(status.rawValue)
    }

    /// Whether the command line asks for JSON; looked at here, since an error may be that it can't be parsed.
    private static var wantsJSON: Bool {
        CommandLine.arguments.prefix { $0 != "--" }.contains("--json")
    }

    /// `{"error":"there is no event “x”","hint":"…","status":65}`
    private var json: JSON {
        .object([("error", .string(message)), ("hint", .optional(hint)), ("status", .int(status.rawValue))])
    }

    /// Any error as a failure.
    static func describing(_ error: any Error) -> Failure { Failure(error) ?? Failure(.trouble, "\(error)") }

    /// Nil for ArgumentParser's own errors, which it tells itself.
    private init?(_ error: any Error) {
        switch error {
        case let failure as Failure: self = failure
        case let error as GateError: self.init(error)
        case let error as any ExplainedError: self.init(ExitStatus(error.kind), "\(error)", hint: error.hint)
        case let error as SystemError where error.errno == ENOENT || error.errno == EEXIST:
            self.init(.badInput, "\(error)")
        case let error as SystemError: self.init(.trouble, "\(error)", hint: Failure.hint(for: error))
        case _ where EventPass.exitCode(for: error) != .failure: return nil
        default: self.init(.trouble, "\(error)")
        }
    }

    private static func hint(for error: SystemError) -> String? {
        switch error.errno {
        case ENOSPC, EDQUOT: "free some space on that disk, or write to another, then run the same command again"
        case EROFS: "that disk is read-only; write to another"
        case EACCES, EPERM: "look at its owner and mode, and at those of its folder"
        default: nil
        }
    }

    /// A gate that can't open decides nothing, whatever the reason; which function it serves is for the command line.
    private init(_ error: GateError) {
        if case .noFunction = error {
            self.init(.usage, "\(error)", hint: error.hint)
        } else {
            self.init(.trouble, "\(error)", hint: error.hint)
        }
    }
}
