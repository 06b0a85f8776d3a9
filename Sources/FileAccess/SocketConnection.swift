import Glibc

/// One end of a pair of sockets between a process and its child process. A number is sent as four bytes, little-endian.
public struct SocketConnection: Sendable {
    private let descriptor: Int32
    private let deadline: ContinuousClock.Instant?

    /// The reason why a call failed.
    public enum Fault: Error, Equatable {
        /// The other end has closed the socket.
        case closed
        /// The deadline has passed.
        case timedOut
        /// The other end sent a number that is larger than the allowed maximum.
        case malformed
        case system(errno: Int32)
    }

    /// - Parameters:
    ///   - descriptor: the socket, which must stay open while this value is used.
    ///   - deadline: the time at which a call stops waiting for the other end of the socket; nil means no time limit.
    public init(descriptor: Int32, deadline: ContinuousClock.Instant?) {
        self.descriptor = descriptor
        self.deadline = deadline
    }

    private var flags: Int32 { deadline == nil ? 0 : Int32(MSG_DONTWAIT) }

    /// Sends numbers from 0 to 4,294,967,295.
    public func send(_ numbers: Int...) throws(Fault) {
        try send(numbers.flatMap { SocketConnection.bytes(of: $0) })
    }

    /// The bytes of a number, as `send` sends them.
    public static func bytes(of number: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    /// Sends the bytes, but not their number. So the receiver must know how many bytes to read.
    public func send(_ bytes: [UInt8]) throws(Fault) {
        // `withUnsafeBytes` does not support typed throws, so the closure returns a `Result`.
        let outcome = unsafe bytes.withUnsafeBytes { bytes in
            Result { () throws(Fault) in try unsafe send(bytes) }
        }
        try outcome.get()
    }

    /// Sends the bytes, but not their number.
    public func send(_ bytes: UnsafeRawBufferPointer) throws(Fault) {
        var sent = 0
        while sent < bytes.count {
            // If the other end has closed the socket, MSG_NOSIGNAL makes the call fail. Without this flag, SIGPIPE
            // would end this process.
            let count = unsafe Glibc.send(
                descriptor, bytes.baseAddress?.advanced(by: sent), bytes.count - sent,
                flags | Int32(MSG_NOSIGNAL))
            if count > 0 {
                sent += count
            } else {
                try wait(for: POLLOUT)
            }
        }
    }

    /// Receives a number.
    ///
    /// - Parameter maximum: the largest valid number.
    /// - Throws: `Fault.malformed` if the number is larger than `maximum`; another `Fault` if no number arrives.
    public func number(upTo maximum: Int) throws(Fault) -> Int {
        let number = try bytes(4).enumerated().reduce(0) { $0 | Int($1.element) << (8 * $1.offset) }
        guard number <= maximum else { throw .malformed }
        return number
    }

    /// Receives exactly `count` bytes.
    public func bytes(_ count: Int) throws(Fault) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var received = 0
        while received < count {
            let more = unsafe bytes.withUnsafeMutableBytes {
                unsafe recv(descriptor, $0.baseAddress?.advanced(by: received), count - received, flags)
            }
            if more == 0 { throw .closed }
            if more > 0 { received += more } else { try wait(for: POLLIN) }
        }
        return bytes
    }

    /// After a failed call of `send` or `recv`, waits until the call can be retried.
    ///
    /// - Throws: A `Fault` if the call can’t be retried, or if the deadline has passed.
    private func wait(for events: Int32) throws(Fault) {
        switch errno {
        case EINTR: return
        case EPIPE, ECONNRESET: throw .closed
        case EAGAIN: break
        case let error: throw .system(errno: error)
        }
        guard let deadline else { return }
        let left = (deadline - .now) / .milliseconds(1)
        guard left > 0 else { throw .timedOut }
        var polled = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        _ = unsafe poll(&polled, 1, Int32(min(left.rounded(.up), 60_000)))
    }
}
