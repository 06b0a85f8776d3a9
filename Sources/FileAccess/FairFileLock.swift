import Dispatch
import Glibc
import Synchronization

/// A fair exclusive lock between processes: a process that has just released the lock cannot overtake waiting
/// processes.
///
/// The fair lock consists of two advisory locks (`flock`): a turnstile and the lock itself. A process first acquires
/// the turnstile, then waits for the lock itself, and then releases the turnstile. A process that wants the fair lock
/// again must acquire the turnstile again, and gets it only after the processes that already wait. If a process dies,
/// the system releases its locks.
public final class FairFileLock: Sendable {
    private let turnstile: AdvisoryLock
    private let lock: AdvisoryLock

    /// Opens or creates the two lock files, with mode 0600. The lock itself has the given path. The turnstile has the
    /// same path with `stile` appended.
    public init(path: String) throws {
        turnstile = try AdvisoryLock(path: "\(path)stile")
        lock = try AdvisoryLock(path: path)
    }

    /// Runs `work` with the lock. Within a process, only one thread may call this at a time.
    ///
    /// - Parameter seconds: the maximum time to wait for each of the two locks.
    /// - Throws: `SystemError` with `ETIMEDOUT` if another process keeps one of the two locks for longer than
    ///   `seconds`; errors of `work`.
    public func withLock<Result>(waitingAtMost seconds: Int, _ work: () throws -> Result) throws -> Result {
        let passing = try turnstile.acquire(waitingAtMost: seconds)
        let inside: AdvisoryLock.Descriptor
        do {
            inside = try lock.acquire(waitingAtMost: seconds)
        } catch {
            turnstile.release(passing)
            throw error
        }
        turnstile.release(passing)
        defer { lock.release(inside) }
        return try work()
    }

    /// Removes the lock files. Call this as the last step while holding the lock. From then on, other processes create
    /// new lock files, so this process's lock no longer excludes them.
    public func removeFiles() {
        turnstile.removeFile()
        lock.removeFile()
    }
}

/// An exclusive `flock` with a timeout.
private final class AdvisoryLock: Sendable {
    /// The descriptor that has the lock.
    typealias Descriptor = Int32

    private let path: String
    private let descriptor: Atomic<Int32>

    init(path: String) throws {
        self.path = path
        descriptor = Atomic(try AdvisoryLock.open(path))
    }

    deinit { close(descriptor.load(ordering: .relaxed)) }

    /// Acquires the lock. If the lock file was removed meanwhile, locking it does not exclude other processes, so this
    /// method tries again with a new file.
    func acquire(waitingAtMost seconds: Int) throws -> Descriptor {
        while true {
            let hold = try acquireAsItIs(waitingAtMost: seconds)
            var status = stat()
            if unsafe fstat(hold, &status) == 0, status.st_nlink > 0 { return hold }
            release(hold)
            close(descriptor.exchange(try AdvisoryLock.open(path), ordering: .relaxed))
        }
    }

    func removeFile() { _ = unsafe unlink(path) }

    private func acquireAsItIs(waitingAtMost seconds: Int) throws -> Descriptor {
        let descriptor = descriptor.load(ordering: .relaxed)
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return descriptor }
        guard errno == EWOULDBLOCK else { throw SystemError(.lock, path) }
        // The kernel queues blocked callers, but `flock` has no timeout. So another thread waits for the lock with a
        // separate descriptor. If that thread gets the lock too late, it closes the descriptor.
        let timeout = Timeout()
        let waiting = try AdvisoryLock.open(path)
        DispatchQueue.global(qos: .userInteractive).async {
            while flock(waiting, LOCK_EX) != 0 && errno == EINTR {}
            if !timeout.complete() { close(waiting) }
        }
        guard timeout.wait(seconds: seconds) else { throw SystemError(.getLock, path, errno: ETIMEDOUT) }
        return waiting
    }

    func release(_ hold: Descriptor) {
        if hold == descriptor.load(ordering: .relaxed) { flock(hold, LOCK_UN) } else { close(hold) }
    }

    private static func open(_ path: String) throws -> Int32 {
        let descriptor = unsafe Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw SystemError(.open, path) }
        return descriptor
    }
}
