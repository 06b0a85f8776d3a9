import FileAccess
import Glibc

/// The protocol between the server and a reader process, which reads the QR symbols in camera frames. A pair of sockets
/// connects the server and the process. A request consists of the width, the height and the pixels of a frame. The
/// answer consists of the number of symbols, and then the length and the text of each symbol. Each number has four
/// bytes, little-endian.
struct FrameConnection {
    /// The largest number of bytes that a QR symbol can contain (ISO/IEC 18004).
    static let maximumTextLength = 2953
    /// The largest number of symbols in one answer.
    static let maximumSymbolCount = 64
    /// The number that the reader process sends as soon as it has started, before the server sends the first frame.
    static let ready = 0

    let descriptor: Int32
    /// The time at which a call stops waiting for the other end of the socket; nil means no time limit.
    let deadline: ContinuousClock.Instant?

    enum Fault: Error {
        /// The other end has closed the socket.
        case closed
        /// The deadline has passed.
        case timedOut
        /// The other end sent an invalid number.
        case malformed
        case system(errno: Int32)
    }

    private var flags: Int32 { deadline == nil ? 0 : Int32(MSG_DONTWAIT) }

    func send(_ number: Int) throws(Fault) {
        try send((0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) })
    }

    func send(_ bytes: [UInt8]) throws(Fault) {
        // `withUnsafeBytes` does not support typed throws, so the closure returns a `Result`.
        let outcome = unsafe bytes.withUnsafeBytes { bytes in
            Result { () throws(Fault) in try unsafe send(bytes) }
        }
        try outcome.get()
    }

    func send(_ bytes: UnsafeRawBufferPointer) throws(Fault) {
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
    func number(upTo maximum: Int) throws(Fault) -> Int {
        let number = try bytes(4).enumerated().reduce(0) { $0 | Int($1.element) << (8 * $1.offset) }
        guard number <= maximum else { throw .malformed }
        return number
    }

    func bytes(_ count: Int) throws(Fault) -> [UInt8] {
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
