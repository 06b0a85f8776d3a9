import Glibc

/// A child process and the socket at its standard input. The process is killed when this value is destroyed.
public struct SocketProcess: ~Copyable {
    private let process: pid_t
    private let socket: Int32

    /// Starts a program in a new process group, without environment variables. The standard output of the program is
    /// discarded.
    ///
    /// - Parameter command: the program and its arguments.
    /// - Throws: `SystemError` if the program can't be started.
    public init(_ command: [String]) throws(SystemError) {
        try self.init(command, memory: nil)
    }

    /// Starts a program as `init(_:)` does, and shares memory with it.
    public init(_ command: [String], sharing memory: borrowing SharedMemory) throws(SystemError) {
        try self.init(command, memory: memory.descriptor)
    }

    private init(_ command: [String], memory: Int32?) throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        guard unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw SystemError(.makeSockets, command[0])
        }
        do throws(SystemError) {
            process = try SocketProcess.start(command, ends[1], memory)
        } catch {
            for end in ends { close(end) }
            throw error
        }
        close(ends[1])
        socket = ends[0]
    }

    deinit {
        _ = Glibc.close(socket)
        kill(process, SIGKILL)
        var status: Int32 = 0
        while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    }

    /// The connection to the process. The connection must not be used after this value is destroyed.
    ///
    /// - Parameter deadline: the time at which calls stop waiting for the process.
    public borrowing func connection(until deadline: ContinuousClock.Instant) -> SocketConnection {
        SocketConnection(descriptor: socket, deadline: deadline)
    }

    private static func start(_ command: [String], _ socket: Int32, _ memory: Int32?) throws(SystemError) -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, socket, STDIN_FILENO)
        unsafe posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        if let memory {
            unsafe posix_spawn_file_actions_adddup2(&actions, memory, InheritedMemory.descriptor)
        }

        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        unsafe sigemptyset(&none)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        var usual = sigset_t()
        unsafe sigemptyset(&usual)
        for signal in [SIGPIPE, SIGINT, SIGTERM, SIGALRM] { unsafe sigaddset(&usual, signal) }
        unsafe posix_spawnattr_setsigdefault(&attributes, &usual)
        // In a new process group, the child process can finish its work after Ctrl-C, which signals only the parent
        // process.
        unsafe posix_spawnattr_setpgroup(&attributes, 0)
        unsafe posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))

        let arguments = unsafe command.map { unsafe strdup($0) } + [nil]
        defer { unsafe arguments.forEach { unsafe free($0) } }
        let environment: [UnsafeMutablePointer<CChar>?] = unsafe [nil]
        var process: pid_t = 0
        let error = unsafe posix_spawn(&process, command[0], &actions, &attributes, arguments, environment)
        guard error == 0 else { throw SystemError(.start, command[0], errno: error) }
        return process
    }
}
