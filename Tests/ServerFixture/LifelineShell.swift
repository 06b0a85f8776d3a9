public import Foundation
import Glibc

/// A shell that outlives what started it: `read` in its script comes back when this process ends, however that ends, since
/// its input is a socket that only this process holds.
public final class LifelineShell: Sendable {
    private let lifeline: Int32

    /// - Parameter output: where it writes what this process reads.
    /// - Throws: `Surprise` where there are no sockets; what Foundation throws where no program starts.
    public init(_ script: String, environment: [String: String], output: Pipe) throws {
        var ends: [Int32] = [0, 0]
        // Not a pipe: this is closed in children from its beginning, also in one that another thread starts right now and
        // that would keep it open.
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw Surprise("no sockets") }
        lifeline = ends[1]
        let shell = Process()
        // In a session of its own, so that who kills this process with its group or session does not kill the shell; and
        // forked from a process that has ended by then, so that nobody waits for the shell.
        shell.executableURL = URL(filePath: "/usr/bin/env")
        shell.arguments = ["setsid", "--fork", "/bin/bash", "-c", "\(LifelineShell.closing)\n\(script)"]
        shell.environment = environment
        shell.standardInput = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
        shell.standardOutput = output
        shell.standardError = FileHandle.nullDevice
        try shell.run()
    }

    deinit { close(lifeline) }

    /// Closes, in bash, what a program that lives long must not keep open. Foundation takes a child for running until the
    /// child's end of a socket is closed, and another child that is started at that moment may have it, too.
    static let closing = "for f in /proc/$$/fd/*; do n=${f##*/}; [ $n -le 2 ] || eval \"exec $n>&-\"; done"
}
