import FileAccess
public import Languages

/// An error in submitting a file to a print queue.
public enum PrintQueueError: Error, Equatable, Sendable, SentenceConvertible {
    /// The queue name is empty or contains control characters. The associated value is the name, with visible
    /// characters in place of the control characters.
    case name(String)
    /// The path of the file is empty or contains a NUL byte.
    case path(String)
    /// The program `lp` was not found in any of the searched directories.
    case notInstalled(searched: [String])
    /// `lp` failed. `output` is the output of `lp` on one line, with visible characters in place of control characters.
    case refused(queue: String, ending: Termination, output: String)

    /// `lp` did not end within the time limit and was terminated.
    case timedOut(queue: String, limit: Duration, output: String)

    /// How `lp` ended.
    public enum Termination: Equatable, Sendable {
        case status(Int32)
        case signal(Int32)
    }

    enum Text: String, SentenceKey {
        static let subject = "printQueueError"

        case name = "“{name}” is not a valid printer name: `lpstat -e` lists the printers"
        case path = "“{path}” is not a valid file name"
        case notInstalled =
            "lp is not installed: install it (Debian: apt-get install cups-client), or write to a file and send it to the printer (searched in {folders})"
        case notInstalledAnywhere =
            "lp is not installed: install it (Debian: apt-get install cups-client), or write to a file and send it to the printer (searched in no directory: PATH lists none)"
        case refused = "printer “{queue}”: lp rejected the file (status {status}): {output}"
        case refusedSilently =
            "printer “{queue}”: lp rejected the file (status {status}): lp gave no reason; try `lpstat -p`"
        case terminated =
            "printer “{queue}”: lp was terminated by signal {signal} after it said: {output}; before you print again, check with `lpstat -o` whether the job is queued"
        case terminatedSilently =
            "printer “{queue}”: lp was terminated by signal {signal}; before you print again, check with `lpstat -o` whether the job is queued"
        case timedOut =
            "printer “{queue}”: lp did not end within {seconds} s and was stopped after it said: {output}; before you print again, check `lpstat -r` (is CUPS running?) and `lpstat -o` (is the job queued?)"
        case timedOutSilently =
            "printer “{queue}”: lp did not end within {seconds} s and was stopped; before you print again, check `lpstat -r` (is CUPS running?) and `lpstat -o` (is the job queued?)"
    }

    public var sentence: Sentence {
        switch self {
        case .name(let name): Sentence(Text.name, ["name": .text(name)])
        case .path(let path): Sentence(Text.path, ["path": .text(path)])
        case .notInstalled(let searched) where searched.isEmpty: Sentence(Text.notInstalledAnywhere)
        case .notInstalled(let searched):
            Sentence(Text.notInstalled, ["folders": .text(searched.joined(separator: ", "))])
        case .refused(let queue, .status(let status), let output):
            PrintQueueError.reporting(
                .refused, silent: .refusedSilently, output,
                ["queue": .text(VisibleText(oneLine: queue).text), "status": "\(status)"])
        case .refused(let queue, .signal(let signal), let output):
            PrintQueueError.reporting(
                .terminated, silent: .terminatedSilently, output,
                ["queue": .text(VisibleText(oneLine: queue).text), "signal": "\(signal)"])
        case .timedOut(let queue, let limit, let output):
            PrintQueueError.reporting(
                .timedOut, silent: .timedOutSilently, output,
                ["queue": .text(VisibleText(oneLine: queue).text), "seconds": "\(limit / .seconds(1))"])
        }
    }

    /// A sentence with the output of `lp`, or `silent` if there is no output.
    private static func reporting(
        _ text: Text, silent: Text, _ output: String, _ arguments: [String: SentenceArgument]
    ) -> Sentence {
        output.isEmpty
            ? Sentence(silent, arguments) : Sentence(text, arguments.merging(["output": .text(output)]) { $1 })
    }
}
