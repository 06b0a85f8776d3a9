import FileAccess

/// An error in submitting a file to a print queue.
public enum PrintQueueError: Error, Equatable, Sendable, CustomStringConvertible {
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

    public var description: String {
        switch self {
        case .name(let name):
            "“\(name)” is not a valid printer name: `lpstat -e` lists the printers"
        case .path(let path):
            "“\(path)” is not a valid file name"
        case .notInstalled(let searched):
            "lp is not installed: install it (Debian: apt-get install cups-client), or write to a file "
                + "and send it to the printer (searched in \(searched.isEmpty ? "no directory: PATH lists none" : searched.joined(separator: ", ")))"
        case .refused(let queue, .status(let status), let output):
            "printer “\(VisibleText(oneLine: queue).text)”: lp rejected the file (status \(status)): "
                + (output.isEmpty ? "lp gave no reason; try `lpstat -p`" : output)
        case .refused(let queue, .signal(let signal), let output):
            "printer “\(VisibleText(oneLine: queue).text)”: lp was terminated by signal \(signal)"
                + (output.isEmpty ? "" : " after it said: \(output)")
                + "; before you print again, check with `lpstat -o` whether the job is queued"
        case .timedOut(let queue, let limit, let output):
            "printer “\(VisibleText(queue).text)”: lp did not end within \(limit / .seconds(1)) s and was stopped"
                + (output.isEmpty ? "" : " after it said: \(output)")
                + "; before you print again, check `lpstat -r` (is CUPS running?) and `lpstat -o` (is the job queued?)"
        }
    }
}
