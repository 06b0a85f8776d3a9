public import Glibc
public import Languages

/// A failed system call: the operation, the path and `errno`.
public struct SystemError: Error, Equatable, SentenceConvertible {
    public let operation: Operation
    /// The path of the file or folder; empty if the operation concerns no file.
    public let path: String
    public let errno: Int32

    /// Makes an error. By default, its `errno` is that of the calling thread.
    public init(_ operation: Operation, _ path: String = "", errno: Int32 = Glibc.errno) {
        self.operation = operation
        self.path = path
        self.errno = errno
    }

    /// The system's message for `errno`: "No such file or directory".
    public var reason: String { SystemError.reason(of: errno) }

    /// The system's message for an error number.
    public static func reason(of errno: Int32) -> String { unsafe String(cString: strerror(errno)) }

    public var sentence: Sentence {
        var values: [String: SentenceArgument] = ["reason": .text(reason)]
        if operation.arguments.contains("path") { values["path"] = .text(path) }
        return Sentence(operation, values)
    }

    /// The operation that failed, with the sentence about the failure. `{reason}` is the system's message.
    public enum Operation: String, SentenceKey {
        public static let subject = "systemError"

        // Files
        case create = "could not create {path}: {reason}"
        case createTemporaryFile = "could not create a temporary file beside {path}: {reason}"
        case lockTemporaryFile = "could not lock a temporary file beside {path}: {reason}"
        case open = "could not open {path}: {reason}"
        case read = "could not read {path}: {reason}"
        case write = "could not write {path}: {reason}"
        case sync = "could not sync {path}: {reason}"
        case closeFile = "could not close {path}: {reason}"
        case replace = "could not replace {path}: {reason}"
        case rename = "could not rename {path}: {reason}"
        case remove = "could not remove {path}: {reason}"
        case inspect = "could not inspect {path}: {reason}"
        case setMode = "could not set the mode of {path}: {reason}"
        case lock = "could not lock {path}: {reason}"
        case getLock = "could not get the lock {path}: {reason}"
        case inspectLocks = "could not inspect the locks of {path}: {reason}"
        case moveToCur = "could not move {path} to the folder cur: {reason}"

        // Folders and disks
        case createFolder = "could not create the folder {path}: {reason}"
        case createFile = "could not create a file in {path}: {reason}"
        case unlinkFile = "could not unlink a file in {path}: {reason}"
        case list = "could not list {path}: {reason}"
        case lookAtDisk = "could not inspect the disk of {path}: {reason}"

        // Programs, pipes and the terminal
        case start = "could not start {path}: {reason}"
        case makeSharedMemory = "could not make shared memory: {reason}"
        case makeSockets = "could not make sockets for {path}: {reason}"
        case getExitStatus = "could not get the exit status of {path}: {reason}"
        case openPipe = "could not open a pipe: {reason}"
        case setUpPipe = "could not set up a pipe: {reason}"
        case readTerminalSettings = "could not read the terminal's settings: {reason}"
        case changeTerminalSettings = "could not change the terminal's settings: {reason}"
        case waitForTerminal = "could not wait for the terminal: {reason}"
        case readStandardInput = "could not read standard input: {reason}"
        case waitForStandardInput = "could not wait for standard input: {reason}"
    }
}
