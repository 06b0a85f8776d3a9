import FileAccess

/// Why a file did not come into a printer's queue.
public enum PrintQueueError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Empty, or with control characters, which are made visible.
    case name(String)
    /// Empty, or with a NUL.
    case path(String)
    case notInstalled(searched: [String])
    /// `said` is what `lp` wrote, in one line, with control characters made visible.
    case refused(queue: String, ending: Ending, said: String)

    /// `lp` did not end in that time, and was stopped.
    case hung(queue: String, limit: Duration, said: String)

    /// How `lp` ended.
    public enum Ending: Equatable, Sendable {
        case status(Int32)
        case signal(Int32)
    }

    public var description: String {
        switch self {
        case .name(let name):
            "“\(name)” is no name of a printer: `lpstat -e` lists those that there are"
        case .path(let path):
            "“\(path)” is no name of a file"
        case .notInstalled(let searched):
            "lp is not installed: install it (Debian: apt-get install cups-client), or write a file and send that to the "
                + "printer (looked for it in \(searched.isEmpty ? "no folder: PATH has none" : searched.joined(separator: ", ")))"
        case .refused(let queue, .status(let status), let said):
            "printer “\(VisibleText(oneLine: queue).text)”: lp did not take the file (status \(status)): "
                + (said.isEmpty ? "it did not say why; `lpstat -p` may" : said)
        case .refused(let queue, .signal(let signal), let said):
            "printer “\(VisibleText(oneLine: queue).text)”: lp was ended by signal \(signal)"
                + (said.isEmpty ? "" : " after it said: \(said)")
                + "; look with `lpstat -o` whether the job is there before you print again"
        case .hung(let queue, let limit, let said):
            "printer “\(VisibleText(queue).text)”: lp did not end within \(limit / .seconds(1)) s and was stopped"
                + (said.isEmpty ? "" : " after it said: \(said)")
                + "; `lpstat -r` tells whether CUPS runs, and `lpstat -o` whether the job is there, before you print again"
        }
    }
}
