import Dispatch
import FileAccess
import Glibc

/// A program that was run to its end: how it ended, and what it said.
struct EndedProgram {
    enum End: Equatable {
        case exit(Int32)
        case signal(Int32)
        /// It did not end in time.
        case stopped
    }

    let end: End
    /// The beginning of what came on standard output and standard error together.
    let said: [UInt8]

    /// The most that is kept of what it says, in bytes.
    private static let limit = 4096

    /// Runs a program, with nothing on its standard input, and waits for its end. No shell is asked.
    ///
    /// - Parameter limit: how long it may take; then it is asked to end, and made to when it does not.
    /// - Throws: `SystemError` naming the program when it can't be started.
    static func run(
        _ path: String, arguments: [String], environment: [String: String], limit: Duration
    ) throws(SystemError) -> EndedProgram {
        let deadline = ContinuousClock.now.advanced(by: limit)
        var ends: [Int32] = [-1, -1]
        // A pair of sockets, since Swift has no pipe2: a pipe that is marked afterwards, another thread's child may keep open.
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
        let ended = watch(process)
        let said = listen(ends[0], until: deadline)
        close(ends[0])
        let isInTime = wait(ended, until: deadline)
        if !isInTime { stop(process, ended) }
        var status: Int32 = 0
        while unsafe waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { throw SystemError("wait for the end of", path) }
        }
        let signal = status & 0x7F
        let end = signal == 0 ? End.exit(status >> 8 & 0xFF) : .signal(signal)
        return EndedProgram(end: isInTime ? end : .stopped, said: said)
    }

    /// Signals when a child has ended. It stays a zombie until it is waited for, so its number is nobody else's.
    private static func watch(_ process: pid_t) -> DispatchSemaphore {
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

    /// - Returns: rounded up; 0 when it is past.
    private static func milliseconds(to deadline: ContinuousClock.Instant) -> Int {
        max(0, Int(((deadline - ContinuousClock.now) / .milliseconds(1)).rounded(.up)))
    }

    /// Asks a child to end, and makes it end when it does not soon.
    private static func stop(_ process: pid_t, _ ended: DispatchSemaphore) {
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

        // Signals that this program ignores or holds back are not the other's affair.
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        unsafe sigaddset(&signals, SIGPIPE)
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

        let words = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
        let settings = unsafe environment.map { unsafe strdup("\($0)=\($1)") } + [nil]
        defer { unsafe (words + settings).forEach { unsafe free($0) } }
        var process: pid_t = 0
        let error = unsafe posix_spawn(&process, path, &actions, &attributes, words, settings)
        guard error == 0 else { throw SystemError("start", path, errno: error) }
        return process
    }

    /// Reads to the end, so that nobody waits for room in the pipe, or as long as there is time.
    private static func listen(_ descriptor: Int32, until deadline: ContinuousClock.Instant) -> [UInt8] {
        var said: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 4096)
        while true {
            var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let remaining = milliseconds(to: deadline)
            if remaining == 0 { return said }
            if unsafe poll(&ready, 1, Int32(clamping: remaining)) <= 0 { continue }
            let count = unsafe read(descriptor, &part, part.count)
            if count > 0 {
                said += part[..<min(count, limit - said.count)]
            } else if count == 0 || errno != EINTR {
                return said
            }
        }
    }
}
