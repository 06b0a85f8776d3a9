import CSandbox
import Glibc

/// Memory into which a process writes bytes for its child process. The child process reads them with
/// `InheritedMemory`.
///
/// The parent process never reads or maps the memory. So a child process that changes the memory cannot harm its parent
/// process.
public struct SharedMemory: ~Copyable {
    let descriptor: Int32

    public init() throws(SystemError) {
        descriptor = CSandbox_memory()
        guard descriptor >= 0 else { throw SystemError(.makeSharedMemory) }
    }

    deinit { _ = Glibc.close(descriptor) }

    /// Writes the bytes at the beginning of the memory. The memory grows if the bytes need more space.
    public borrowing func write(_ bytes: UnsafeRawBufferPointer) throws(SocketConnection.Fault) {
        var written = 0
        while written < bytes.count {
            let count = unsafe pwrite(
                descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written, written)
            guard count >= 0 || errno == EINTR else { throw .system(errno: errno) }
            written += max(0, count)
        }
    }
}

/// In a child process, the `SharedMemory` of its parent process.
@safe public struct InheritedMemory: ~Copyable {
    static let descriptor: Int32 = 3

    private let start: UnsafeMutableRawPointer
    private let size: Int

    /// Maps the shared memory, after which its descriptor is no longer needed. Nil if the parent process shares no
    /// memory.
    ///
    /// - Parameter size: the largest number of bytes that the parent process writes.
    public init?(size: Int) {
        guard let start = unsafe mmap(nil, size, PROT_READ, MAP_SHARED, InheritedMemory.descriptor, 0),
            unsafe start != MAP_FAILED
        else { return nil }
        unsafe self.start = unsafe start
        self.size = size
    }

    deinit { unsafe munmap(start, size) }

    /// Calls a function with the first bytes of the memory. The parent process must have written at least this number
    /// of bytes; otherwise, the kernel ends the child process with SIGBUS.
    public borrowing func withBytes<Result>(_ count: Int, _ body: (Span<UInt8>) throws -> Result) rethrows -> Result {
        precondition((0...size).contains(count))
        let bytes = unsafe UnsafeBufferPointer(start: start.assumingMemoryBound(to: UInt8.self), count: count)
        return try body(unsafe Span(_unsafeElements: bytes))
    }
}
