public import Glibc

/// A system call that failed: what was being done, to which path, and `errno`.
public struct SystemError: Error, Equatable, CustomStringConvertible {
    /// What was being done, as a verb phrase: "create", "sync".
    public let operation: String
    public let path: String
    public let errno: Int32

    /// Captures the calling thread's `errno` unless one is given.
    public init(_ operation: String, _ path: String, errno: Int32 = Glibc.errno) {
        self.operation = operation
        self.path = path
        self.errno = errno
    }

    /// The system's words for `errno`: "No such file or directory".
    public var reason: String { unsafe String(cString: strerror(errno)) }

    public var description: String { "could not \(operation) \(path): \(reason)" }
}
