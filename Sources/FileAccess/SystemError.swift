public import Glibc

/// A failed system call: the operation, the path and `errno`.
public struct SystemError: Error, Equatable, CustomStringConvertible {
    /// The failed operation as a verb phrase: "create", "sync".
    public let operation: String
    public let path: String
    public let errno: Int32

    /// Makes an error. By default, its `errno` is that of the calling thread.
    public init(_ operation: String, _ path: String, errno: Int32 = Glibc.errno) {
        self.operation = operation
        self.path = path
        self.errno = errno
    }

    /// The system's message for `errno`: "No such file or directory".
    public var reason: String { unsafe String(cString: strerror(errno)) }

    public var description: String { "could not \(operation) \(path): \(reason)" }
}
