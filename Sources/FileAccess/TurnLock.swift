import Dispatch
import Glibc
import Synchronization

/// A fair turn between processes that share a file: who has just had it can't overtake who waits.
///
/// Two advisory locks (`flock`) make a turnstile. The first is held while waiting for the second, and let go once the
/// second is had; whoever comes back must pass the first again, behind the one that stands in it. A process that dies
/// lets go of both.
public final class TurnLock: Sendable {
    private let turnstile: AdvisoryLock
    private let room: AdvisoryLock

    /// Opens or creates the lock files, mode 0600, beside the file whose turns they keep.
    public init(path: String) throws {
        turnstile = try AdvisoryLock(path: "\(path)stile")
        room = try AdvisoryLock(path: path)
    }

    /// Does `work` in this process's turn. One thread of a process at a time may call this.
    ///
    /// - Parameter seconds: the longest wait for the turn.
    /// - Throws: `SystemError` with `ETIMEDOUT` when another process keeps the turn longer than that.
    public func withTurn<Result>(waitingAtMost seconds: Int, _ work: () throws -> Result) throws -> Result {
        let passing = try turnstile.acquire(waitingAtMost: seconds)
        let inside: AdvisoryLock.Hold
        do {
            inside = try room.acquire(waitingAtMost: seconds)
        } catch {
            turnstile.release(passing)
            throw error
        }
        turnstile.release(passing)
        defer { room.release(inside) }
        return try work()
    }

    /// Takes the lock files away, as the last that is done in a turn: it ends with that. Whoever waits or comes makes them
    /// anew.
    public func removeFiles() {
        turnstile.removeFile()
        room.removeFile()
    }
}

/// An exclusive `flock` with a limit to the wait.
private final class AdvisoryLock: Sendable {
    /// The descriptor that holds the lock.
    typealias Hold = Int32

    private let path: String
    private let descriptor: Atomic<Int32>

    init(path: String) throws {
        self.path = path
        descriptor = Atomic(try AdvisoryLock.open(path))
    }

    deinit { close(descriptor.load(ordering: .relaxed)) }

    /// A lock on a file that was taken away meanwhile keeps nobody out who makes it anew: then that is the one.
    func acquire(waitingAtMost seconds: Int) throws -> Hold {
        while true {
            let hold = try acquireAsItIs(waitingAtMost: seconds)
            var status = stat()
            if unsafe fstat(hold, &status) == 0, status.st_nlink > 0 { return hold }
            release(hold)
            close(descriptor.exchange(try AdvisoryLock.open(path), ordering: .relaxed))
        }
    }

    func removeFile() { _ = unsafe unlink(path) }

    private func acquireAsItIs(waitingAtMost seconds: Int) throws -> Hold {
        let descriptor = descriptor.load(ordering: .relaxed)
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return descriptor }
        guard errno == EWOULDBLOCK else { throw SystemError("lock", path) }
        // The kernel keeps blocked waiters in a queue, but a blocked call knows no limit: another thread blocks, on a
        // descriptor of its own, so that a lock that comes too late goes away with it.
        let patience = Patience()
        let waiting = try AdvisoryLock.open(path)
        DispatchQueue.global(qos: .userInteractive).async {
            while flock(waiting, LOCK_EX) != 0 && errno == EINTR {}
            if !patience.arrived() { close(waiting) }
        }
        guard patience.wait(seconds: seconds) else { throw SystemError("wait for a turn at", path, errno: ETIMEDOUT) }
        return waiting
    }

    func release(_ hold: Hold) {
        if hold == descriptor.load(ordering: .relaxed) { flock(hold, LOCK_UN) } else { close(hold) }
    }

    private static func open(_ path: String) throws -> Int32 {
        let descriptor = unsafe Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw SystemError("open", path) }
        return descriptor
    }
}
