import CSpawn
import Glibc

/// The result of a program that this process started: how the program ended, and its output.
///
/// ```swift
/// let lp = try ChildProcess.run("/usr/bin/lp", arguments: ["a.pdf"], environment: [:], limit: .seconds(60))
/// print(lp.ending == .exit(0), String(decoding: lp.output, as: UTF8.self))
/// ```
public struct ChildProcess: Sendable {
    /// How a program ended.
    public enum Ending: Hashable, Sendable {
        /// The program ended with an exit status from 0 to 255.
        case exit(Int32)
        /// The signal with this number ended the program.
        case signal(Int32)
        /// This process stopped the program, because the limit was exceeded or `isStopping` returned true.
        case stopped
    }

    public let ending: Ending
    /// The beginning of the program's standard output and standard error, in the order of writing.
    public let output: [UInt8]

    /// Runs a program and waits for its end. The program is started without a shell, and inherits no open file of this
    /// process. The call blocks its thread, needs no other thread, and returns at most five seconds after the limit is
    /// exceeded or `isStopping` returns true.
    ///
    /// A program that must be stopped gets SIGTERM, and SIGKILL if it still runs two seconds later. When the program
    /// ends, the call returns, even if a descendant of the program keeps the output open.
    ///
    /// - Parameters:
    ///   - arguments: the arguments after the program's name.
    ///   - environment: all environment variables of the program.
    ///   - input: the program's standard input, at most a few thousand bytes. The program gets it completely, even if
    ///     this process ends meanwhile.
    ///   - longestOutput: the maximum number of bytes of `output`. The program's further output is dropped.
    ///   - limit: the time after which the program is stopped.
    ///   - isStopping: called several times a second. If it returns true, the program is stopped.
    /// - Throws: `SystemError` with the program's path if the program cannot be started, or if its exit status is lost
    ///   because this process ignores SIGCHLD.
    public static func run(
        _ path: String, arguments: [String], environment: [String: String], input: [UInt8] = [],
        longestOutput: Int = 4096, limit: Duration, isStopping: () -> Bool = { false }
    ) throws(SystemError) -> ChildProcess {
        let deadline = ContinuousClock.now.advanced(by: limit)
        var ends: [Int32] = [-1, -1]
        // One pair of sockets carries the input and the output. Unlike `pipe`, `socketpair` can mark its descriptors
        // close-on-exec when it creates them, so a child that another thread starts meanwhile does not inherit them.
        // Also, a write to a socket can avoid SIGPIPE (`MSG_NOSIGNAL`).
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw SystemError(.makeSockets, path) }
        defer { close(ends[0]) }
        // The input is sent before the program starts. If this process is killed at any moment, the program still gets
        // the complete input.
        send(input, to: ends[0])
        let process: pid_t
        do {
            defer { close(ends[1]) }
            process = try start(path, arguments, environment, socket: ends[1])
        }
        var program = RunningProgram(path: path, process: process, socket: ends[0], longestOutput: longestOutput)
        if let ending = try program.wait(until: deadline, isStopping: isStopping) {
            return ChildProcess(ending: ending, output: program.output)
        }
        try program.stop()
        return ChildProcess(ending: .stopped, output: program.output)
    }

    /// Sends the input, and ends it. Errors are ignored: a program that does not get its input reports a clearer error
    /// itself.
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

    private static func start(
        _ path: String, _ arguments: [String], _ environment: [String: String], socket: Int32
    ) throws(SystemError) -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            unsafe posix_spawn_file_actions_adddup2(&actions, socket, descriptor)
        }
        unsafe posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)
        // Signals must be able to end the child, so it blocks no signals and does not ignore SIGPIPE, even if this
        // program does.
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
        guard error == 0 else { throw SystemError(.start, path, errno: error) }
        return process
    }
}

/// A started program, and this process's end of the sockets that carry the program's input and output.
private struct RunningProgram {
    /// The maximum time between two checks of whether the program has ended or must be stopped, in milliseconds.
    private static let pollInterval: Int32 = 200
    /// The time for which a program may still run after a signal.
    private static let grace = Duration.seconds(2)

    let path: String
    let process: pid_t
    let socket: Int32
    let longestOutput: Int
    private(set) var output: [UInt8] = []
    private var isOutputOpen = true

    init(path: String, process: pid_t, socket: Int32, longestOutput: Int) {
        self.path = path
        self.process = process
        self.socket = socket
        self.longestOutput = longestOutput
    }

    /// Reads the output until the program has ended.
    ///
    /// - Returns: nil if the program still runs when the deadline has passed or `isStopping` returns true.
    mutating func wait(
        until deadline: ContinuousClock.Instant, isStopping: () -> Bool
    ) throws(SystemError) -> ChildProcess.Ending? {
        // Normally, the output ends when the program ends. But a program can also close its output and continue to run.
        var pause: Int32 = 1
        while true {
            if let ending = try ending() {
                // A descendant of the program may keep the output open, and may even write to it forever.
                while output.count < longestOutput, readOutput(within: 0) {}
                return ending
            }
            guard ContinuousClock.now < deadline, !isStopping() else { return nil }
            if isOutputOpen {
                _ = readOutput(within: RunningProgram.pollInterval)
            } else {
                poll(nil, 0, pause)
                pause = min(2 * pause, RunningProgram.pollInterval)
            }
        }
    }

    /// Sends SIGTERM to the program, and SIGKILL if it still runs two seconds later. Even SIGKILL cannot end a program
    /// while the system waits for a device. In this case, the call returns although the program still runs.
    mutating func stop() throws(SystemError) {
        for signal in [SIGTERM, SIGKILL] {
            // The process ID stays reserved until `ending` returns a value, so the signal cannot reach another process.
            kill(process, signal)
            let deadline = ContinuousClock.now.advanced(by: RunningProgram.grace)
            if try wait(until: deadline, isStopping: { false }) != nil { return }
        }
    }

    /// How the program ended; nil if it still runs.
    private func ending() throws(SystemError) -> ChildProcess.Ending? {
        var status: Int32 = 0
        let ended = unsafe waitpid(process, &status, WNOHANG)
        if ended == 0 { return nil }
        guard ended > 0 else { throw SystemError(.getExitStatus, path) }
        let signal = status & 0x7F
        return signal == 0 ? .exit(status >> 8 & 0xFF) : .signal(signal)
    }

    /// Reads a part of the output, and waits at most `milliseconds` for it. Bytes beyond `longestOutput` are read,
    /// because the program would otherwise block, and then dropped.
    ///
    /// - Returns: whether a part was read.
    private mutating func readOutput(within milliseconds: Int32) -> Bool {
        var ready = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&ready, 1, milliseconds) > 0 else { return false }
        var part = [UInt8](repeating: 0, count: 4096)
        let count = unsafe read(socket, &part, part.count)
        guard count > 0 else {
            isOutputOpen = count < 0 && errno == EINTR
            return false
        }
        output += part[..<min(count, longestOutput - output.count)]
        return true
    }
}
