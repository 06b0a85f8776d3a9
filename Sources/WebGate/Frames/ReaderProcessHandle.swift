import FileAccess
import Glibc
import NIOCore

/// A process that reads the QR symbols in camera frames, and the socket that connects the server to the process. The
/// process is killed when this value is destroyed.
struct ReaderProcessHandle: ~Copyable {
    private let process: pid_t
    private let socket: Int32

    /// Starts a reader process.
    ///
    /// - Parameter command: the program and its arguments.
    /// - Throws: `SystemError` if the process can't be started.
    init(_ command: [String]) throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        guard unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw SystemError("make sockets for", command[0])
        }
        do throws(SystemError) {
            process = try ReaderProcessHandle.start(command, ends[1])
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

    /// Waits until the process reports that it has started.
    ///
    /// - Throws: `FrameConnection.Fault.timedOut` if the process does not report this before the deadline.
    borrowing func start(before deadline: ContinuousClock.Instant) throws(FrameConnection.Fault) {
        _ = try FrameConnection(descriptor: socket, deadline: deadline).number(upTo: FrameConnection.ready)
    }

    /// Sends a frame to the process, and receives the texts of the symbols in the frame.
    borrowing func read(_ frame: Frame, before deadline: ContinuousClock.Instant) throws(FrameConnection.Fault)
        -> [[UInt8]]
    {
        let wire = FrameConnection(descriptor: socket, deadline: deadline)
        try wire.send(frame.width)
        try wire.send(frame.height)
        try unsafe frame.luminance.withUnsafeReadableBytes { bytes throws(FrameConnection.Fault) in
            try unsafe wire.send(bytes)
        }
        var texts: [[UInt8]] = []
        for _ in 0..<(try wire.number(upTo: FrameConnection.maximumSymbolCount)) {
            texts.append(try wire.bytes(wire.number(upTo: FrameConnection.maximumTextLength)))
        }
        return texts
    }

    private static func start(_ command: [String], _ socket: Int32) throws(SystemError) -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, socket, STDIN_FILENO)
        unsafe posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)

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
        // The process gets its own process group, so that Ctrl-C signals only the server. The process can then still
        // read the remaining frames while the server shuts down.
        unsafe posix_spawnattr_setpgroup(&attributes, 0)
        unsafe posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))

        let arguments = unsafe command.map { unsafe strdup($0) } + [nil]
        defer { unsafe arguments.forEach { unsafe free($0) } }
        let environment: [UnsafeMutablePointer<CChar>?] = unsafe [nil]
        var process: pid_t = 0
        let error = unsafe posix_spawn(&process, command[0], &actions, &attributes, arguments, environment)
        guard error == 0 else { throw SystemError("start", command[0], errno: error) }
        return process
    }
}
