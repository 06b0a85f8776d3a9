import FileAccess
import Glibc

/// A printer by its name in CUPS, reached through its program `lp`.
///
/// ```swift
/// let queue = try PrintQueue("Zebra_entrance", environment: ProcessInfo.processInfo.environment)
/// print(try queue.print(file: "labels.zpl", as: .commands))   // request id is Zebra_entrance-42 (1 file(s))
/// ```
///
/// No shell is asked: names and paths are what they are, whatever is in them. CUPS has taken the whole file when the call
/// returns; what becomes of it there, `lpstat` tells.
public struct PrintQueue: Sendable {
    /// What is in a file.
    public enum Content: Sendable {
        /// A PDF, printed in its own size: sheets of labels must fall on the labels. On one side of the paper or on both,
        /// turned over the long edge, whatever the queue is set to.
        case document(SheetFile.Sides)
        /// The printer's own language, passed on as it is.
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

    /// - Parameters:
    ///   - environment: what `lp` is given; it is looked for in the folders of its `PATH`.
    ///   - limit: how long `lp` may take for a file; then it is stopped.
    /// - Throws: `PrintQueueError`.
    public init(
        _ name: String, environment: [String: String], limit: Duration = .seconds(60)
    ) throws(PrintQueueError) {
        guard !name.isEmpty, name.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
            throw .name(VisibleText(oneLine: name).text)
        }
        // Folders that depend on where one stands are passed over.
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

    /// Hands a file to CUPS.
    ///
    /// - Returns: what `lp` says: the number of the job.
    /// - Throws: `PrintQueueError`; `SystemError` when `lp` can't be started.
    @discardableResult
    public func print(file path: String, as content: Content) throws -> String {
        // C's texts end at a NUL: another file would be printed.
        guard !path.isEmpty, !path.utf8.contains(0) else { throw PrintQueueError.path(VisibleText(oneLine: path).text) }
        let arguments = ["-d", name] + content.options + ["--", path]
        let ended = try EndedProgram.run(program, arguments: arguments, environment: environment, limit: limit)
        let said = VisibleText(oneLine: String(decoding: ended.said, as: UTF8.self)).text
        switch ended.end {
        case .exit(0): return said
        case .exit(let status): throw PrintQueueError.refused(queue: name, ending: .status(status), said: said)
        case .signal(let signal): throw PrintQueueError.refused(queue: name, ending: .signal(signal), said: said)
        case .stopped: throw PrintQueueError.hung(queue: name, limit: limit, said: said)
        }
    }

    private static func isProgram(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
    }
}
