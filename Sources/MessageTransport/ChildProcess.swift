import Dispatch
import FileAccess
import Glibc

/// The result of another program that this program started.
struct ChildProcess {
    /// The exit status; nil if a signal ended the program, or if it was killed.
    let status: Int32?
    /// Whether the program was killed, because it did not end in time or because this program stops.
    let wasStopped: Bool
    /// The program's standard output and standard error, in the order of writing; at most the first 4096 bytes.
    let output: String

    private static let longestOutput = 4096
    /// The time between two checks whether this program stops, in milliseconds.
    private static let pollInterval: Int32 = 200

    /// Runs a program and waits for its end. The program is started without a shell.
    ///
    /// - Parameters:
    ///   - input: the program’s standard input; at most some thousand bytes.
    ///   - limit: the time after which the program is killed.
    ///   - isStopping: asked several times a second. True kills the program.
    /// - Throws: `SystemError` with the program’s path if the program cannot be started.
    static func run(
        _ path: String, arguments: [String], environment: [String: String], input: [UInt8], limit: Duration,
        isStopping: () -> Bool
    ) throws(SystemError) -> ChildProcess {
        var ends: [Int32] = [-1, -1]
        // One pair of sockets carries the input and the output. Unlike a pipe, it can be marked close-on-exec when it is
        // created, and a write to it cannot raise SIGPIPE.
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw SystemError("make sockets for", path) }
        defer { close(ends[0]) }
        let process: pid_t
        do {
            defer { close(ends[1]) }
            process = try start(path, arguments, environment, socket: ends[1])
        }
        let ended = observeExit(process)
        send(input, to: ends[0])
        let deadline = ContinuousClock.now.advanced(by: limit)
        let (output, isComplete) = readOutput(ends[0], until: deadline, isStopping)
        let isInTime = isComplete && wait(for: ended, until: deadline)
        // The process ID stays reserved until `waitpid`, so the signal cannot reach another process.
        if !isInTime { kill(process, SIGKILL) }
        var status: Int32 = 0
        while unsafe waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { throw SystemError("wait for the end of", path) }
        }
        let hasExited = status & 0x7F == 0
        return ChildProcess(
            status: isInTime && hasExited ? status >> 8 & 0xFF : nil, wasStopped: !isInTime,
            output: String(decoding: output, as: UTF8.self))
    }

    /// Returns a semaphore that is signalled when the child process has ended.
    private static func observeExit(_ process: pid_t) -> DispatchSemaphore {
        let ended = DispatchSemaphore(value: 0)
        DispatchQueue.global(qos: .userInitiated).async {
            var info = unsafe siginfo_t()
            while unsafe waitid(P_PID, id_t(process), &info, WEXITED | WNOWAIT) != 0 && errno == EINTR {}
            ended.signal()
        }
        return ended
    }

    private static func wait(for ended: DispatchSemaphore, until deadline: ContinuousClock.Instant) -> Bool {
        let left = max(0, Int((deadline - ContinuousClock.now) / .milliseconds(1)))
        return ended.wait(timeout: .now() + .milliseconds(left)) == .success
    }

    /// Sends the input, and ends it. Ignores errors: if the program does not read the input, the program’s own error
    /// explains more.
    private static func send(_ input: [UInt8], to socket: Int32) {
        unsafe input.withUnsafeBytes { buffer in
            var done = 0
            while done < buffer.count {
                let count = unsafe Glibc.send(
                    socket, buffer.baseAddress?.advanced(by: done), buffer.count - done,
                    Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
                guard count > 0 else { break }
                done += count
            }
        }
        shutdown(socket, Int32(SHUT_WR))
    }

    /// Reads the output until its end, the deadline or a stop. `isComplete` is true at the end of the output. Output
    /// beyond `longestOutput` bytes is read and dropped.
    private static func readOutput(
        _ socket: Int32, until deadline: ContinuousClock.Instant, _ isStopping: () -> Bool
    ) -> (output: [UInt8], isComplete: Bool) {
        var output: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 4096)
        while ContinuousClock.now < deadline, !isStopping() {
            var ready = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            if unsafe poll(&ready, 1, pollInterval) <= 0 { continue }
            let count = unsafe read(socket, &part, part.count)
            if count > 0 {
                output += part[..<min(count, longestOutput - output.count)]
            } else if count == 0 || errno != EINTR {
                return (output, true)
            }
        }
        return (output, false)
    }

    private static func start(
        _ path: String, _ arguments: [String], _ environment: [String: String], socket: Int32
    ) throws(SystemError) -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            unsafe posix_spawn_file_actions_adddup2(&actions, socket, descriptor)
        }
        // Signals must be able to end the child, even if this program blocks or ignores them.
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        unsafe sigaddset(&signals, SIGPIPE)
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

        let argumentPointers = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
        let settings = unsafe environment.map { unsafe strdup("\($0)=\($1)") } + [nil]
        defer { unsafe (argumentPointers + settings).forEach { unsafe free($0) } }
        var process: pid_t = 0
        let error = unsafe posix_spawn(&process, path, &actions, &attributes, argumentPointers, settings)
        guard error == 0 else { throw SystemError("start", path, errno: error) }
        return process
    }
}
