public import Foundation
import Glibc

/// A shell that outlives this process, for example to clean up afterwards. Only this process has the other end of the
/// shell's input. So the command `read` in the shell's script returns as soon as this process ends, however it ends.
public final class LifelineShell: Sendable {
    private let lifeline: Int32

    /// Starts a shell that runs a Bash script.
    ///
    /// - Parameter output: the pipe for the shell's output.
    /// - Throws: `Surprise` if no socket can be created; Foundation's error if the shell can't start.
    public init(_ script: String, environment: [String: String], output: Pipe) throws {
        var ends: [Int32] = [0, 0]
        // The shell's input is a socket, not a `Pipe`, because a socket can be created close-on-exec. So a child
        // process that another thread starts at the same moment keeps no copy of it.
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw Surprise("can't create sockets") }
        lifeline = ends[1]
        let shell = Process()
        // The shell runs in a separate session, so it survives a kill of this process's group or session. The process
        // that forks the shell ends at once, so nothing waits for the shell.
        shell.executableURL = URL(filePath: "/usr/bin/env")
        shell.arguments = ["setsid", "--fork", "/bin/bash", "-c", "\(LifelineShell.closing)\n\(script)"]
        shell.environment = environment
        shell.standardInput = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
        shell.standardOutput = output
        shell.standardError = FileHandle.nullDevice
        try shell.run()
    }

    deinit { close(lifeline) }

    /// Bash code that closes all inherited descriptors. Among them can be a copy of a socket end of another child
    /// process. Foundation would consider that child running as long as the shell keeps the copy.
    static let closing = "for f in /proc/$$/fd/*; do n=${f##*/}; [ $n -le 2 ] || eval \"exec $n>&-\"; done"
}
