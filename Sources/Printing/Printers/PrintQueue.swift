import FileAccess
import Glibc

/// A print queue of CUPS, the print system of the machine. Files are sent to it with the command `lp`.
///
/// ```swift
/// let queue = try PrintQueue("Zebra_entrance", environment: ProcessInfo.processInfo.environment)
/// print(try queue.print(file: "labels.zpl", as: .commands))   // request id is Zebra_entrance-42 (1 file(s))
/// ```
///
/// `lp` runs without a shell, so names and paths need no escaping. When `print` returns, CUPS has accepted the whole
/// file.
public struct PrintQueue: Sendable {
    /// The kind of content of a file.
    public enum Content: Sendable {
        /// A PDF, printed at actual size, so that the tickets align with the labels on the sheet. It is printed on one
        /// side, or on both sides with the sheet flipped on its long edge.
        case document(TicketSheetPDF.Sides)
        /// Commands in the printer's language, which are sent unchanged.
        case commands

        fileprivate var options: [String] {
            switch self {
            case .document(.front): ["-o", "print-scaling=none", "-o", "sides=one-sided"]
            case .document(.both): ["-o", "print-scaling=none", "-o", "sides=two-sided-long-edge"]
            case .commands: ["-o", "raw"]
            }
        }
    }

    public let name: String
    private let program: String
    private let environment: [String: String]
    private let limit: Duration

    /// Finds the program `lp`, which sends files to the queue `name`. Does not check whether the queue exists.
    ///
    /// - Parameters:
    ///   - environment: The environment variables with which `lp` runs. `lp` is searched for in the directories of the
    ///     variable `PATH`.
    ///   - limit: The time limit for one file. After this time, `lp` is terminated.
    /// - Throws: `PrintQueueError.name` for an invalid name; `notInstalled` if `lp` was not found.
    public init(
        _ name: String, environment: [String: String], limit: Duration = .seconds(60)
    ) throws(PrintQueueError) {
        guard !name.isEmpty, name.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
            throw .name(VisibleText(oneLine: name).text)
        }
        // Relative directories in `PATH` are skipped, because their contents depend on the current directory.
        let folders = environment["PATH", default: ""].split(separator: ":").map(String.init).filter {
            $0.hasPrefix("/")
        }
        guard let program = folders.map({ "\($0)/lp" }).first(where: PrintQueue.isProgram) else {
            throw .notInstalled(searched: folders)
        }
        self.name = name
        self.program = program
        self.environment = environment
        self.limit = limit
    }

    /// Submits a file to CUPS.
    ///
    /// - Returns: The output of `lp`, which contains the job ID.
    /// - Throws: `PrintQueueError`; `SystemError` if the program `lp` cannot be started.
    @discardableResult
    public func print(file path: String, as content: Content) throws -> String {
        // `lp` would read a path only up to its first NUL byte, and so print another file.
        guard !path.isEmpty, !path.utf8.contains(0) else { throw PrintQueueError.path(VisibleText(oneLine: path).text) }
        let arguments = ["-d", name] + content.options + ["--", path]
        let lp = try ChildProcess.run(program, arguments: arguments, environment: environment, limit: limit)
        let output = VisibleText(oneLine: String(decoding: lp.output, as: UTF8.self)).text
        switch lp.ending {
        case .exit(0): return output
        case .exit(let status): throw PrintQueueError.refused(queue: name, ending: .status(status), output: output)
        case .signal(let signal): throw PrintQueueError.refused(queue: name, ending: .signal(signal), output: output)
        case .stopped: throw PrintQueueError.timedOut(queue: name, limit: limit, output: output)
        }
    }

    private static func isProgram(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
    }
}
