import Dispatch
import FileAccess
import Glibc

/// The result of running another program: how it ended, and its output.
struct ProcessResult {
    enum Termination: Equatable {
        case exit(Int32)
        case signal(Int32)
        /// The program did not end in time and was terminated.
        case stopped
    }

    let termination: Termination
    /// The program's standard output and standard error, in the order of writing; at most the first 4096 bytes.
    let output: [UInt8]

    /// The maximum number of output bytes to keep.
    private static let limit = 4096

    /// Runs a program and waits for its end. The program is started without a shell, and its standard input is empty.
    ///
    /// - Parameter limit: The time limit. If the program still runs after this time, it is asked to terminate. If the
    ///   program ignores this request, it is killed.
    /// - Throws: `SystemError` with the program's path if the program cannot be started.
    static func run(
        _ path: String, arguments: [String], environment: [String: String], limit: Duration
    ) throws(SystemError) -> ProcessResult {
        let deadline = ContinuousClock.now.advanced(by: limit)
        var ends: [Int32] = [-1, -1]
        // The program writes its output to one of a pair of sockets, not to a pipe. Swift lacks `pipe2`, so a pipe
        // could be marked close-on-exec only after its creation. A child that another thread starts between these two
        // steps would inherit the pipe.
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw SystemError("make a pipe to", path) }
        let process: pid_t
        do {
            defer { close(ends[1]) }
            process = try start(path, arguments, environment, output: ends[1])
        } catch {
            close(ends[0])
            throw error
        }
        let ended = observeExit(process)
        let output = readOutput(ends[0], until: deadline)
        close(ends[0])
        let isInTime = wait(ended, until: deadline)
        if !isInTime { terminate(process, ended) }
        var status: Int32 = 0
        while unsafe waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { throw SystemError("wait for the end of", path) }
        }
        let signal = status & 0x7F
        let end = signal == 0 ? Termination.exit(status >> 8 & 0xFF) : .signal(signal)
        return ProcessResult(termination: isInTime ? end : .stopped, output: output)
    }

    /// Returns a semaphore that is signalled when the child process has ended. The child's process ID stays reserved
    /// until `waitpid` is called, so no other process can get this ID and be killed by mistake.
    private static func observeExit(_ process: pid_t) -> DispatchSemaphore {
        let ended = DispatchSemaphore(value: 0)
        DispatchQueue.global(qos: .userInitiated).async {
            var info = unsafe siginfo_t()
            while unsafe waitid(P_PID, id_t(process), &info, WEXITED | WNOWAIT) != 0 && errno == EINTR {}
            ended.signal()
        }
        return ended
    }

    private static func wait(_ ended: DispatchSemaphore, until deadline: ContinuousClock.Instant) -> Bool {
        ended.wait(timeout: .now() + .milliseconds(milliseconds(to: deadline))) == .success
    }

    /// The number of milliseconds until the deadline, rounded up; 0 after the deadline.
    private static func milliseconds(to deadline: ContinuousClock.Instant) -> Int {
        max(0, Int(((deadline - ContinuousClock.now) / .milliseconds(1)).rounded(.up)))
    }

    /// Asks a child to terminate, and kills it if it still runs two seconds later.
    private static func terminate(_ process: pid_t, _ ended: DispatchSemaphore) {
        kill(process, SIGTERM)
        if ended.wait(timeout: .now() + .seconds(2)) == .success { return }
        kill(process, SIGKILL)
    }

    private static func start(
        _ path: String, _ arguments: [String], _ environment: [String: String], output: Int32
    ) throws(SystemError) -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        unsafe posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)

        // Signals must be able to end the child. It therefore blocks no signals and does not ignore `SIGPIPE`, even if
        // this program blocks signals or ignores `SIGPIPE`.
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

    /// Reads the output until its end or the deadline. Output beyond `limit` bytes is read and dropped, because the
    /// program would wait if nobody read its output.
    private static func readOutput(_ descriptor: Int32, until deadline: ContinuousClock.Instant) -> [UInt8] {
        var output: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 4096)
        while true {
            var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let remaining = milliseconds(to: deadline)
            if remaining == 0 { return output }
            if unsafe poll(&ready, 1, Int32(clamping: remaining)) <= 0 { continue }
            let count = unsafe read(descriptor, &part, part.count)
            if count > 0 {
                output += part[..<min(count, limit - output.count)]
            } else if count == 0 || errno != EINTR {
                return output
            }
        }
    }
}
