import FileAccess
import Glibc

/// What the server and a process that reads its frames say to each other, over a pair of sockets: width, height and the
/// pixels; then the number of symbols, and each with its length before it. Numbers are four octets, the lowest first.
struct FrameWire {
    /// No symbol holds more (ISO/IEC 18004).
    static let longestText = 2953
    static let mostSymbols = 64
    /// What the process says first, once.
    static let ready = 0

    let descriptor: Int32
    /// Nil waits for ever.
    let deadline: ContinuousClock.Instant?

    enum Fault: Error {
        /// The other end is gone.
        case closed
        /// It says nothing in time.
        case late
        /// It says what nobody says.
        case nonsense
        case system(errno: Int32)
    }

    private var flags: Int32 { deadline == nil ? 0 : Int32(MSG_DONTWAIT) }

    func send(_ number: Int) throws(Fault) {
        try send((0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) })
    }

    func send(_ bytes: [UInt8]) throws(Fault) {
        // Its closure throws anything at all.
        let outcome = unsafe bytes.withUnsafeBytes { bytes in
            Result { () throws(Fault) in try unsafe send(bytes) }
        }
        try outcome.get()
    }

    func send(_ bytes: UnsafeRawBufferPointer) throws(Fault) {
        var sent = 0
        while sent < bytes.count {
            // Without a signal where the other end is gone.
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

    /// - Parameter most: what is larger is nonsense.
    func number(upTo most: Int) throws(Fault) -> Int {
        let number = try bytes(4).enumerated().reduce(0) { $0 | Int($1.element) << (8 * $1.offset) }
        guard number <= most else { throw .nonsense }
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

    /// After a call that came back with an error: until it may be tried again.
    private func wait(for events: Int32) throws(Fault) {
        switch errno {
        case EINTR: return
        case EPIPE, ECONNRESET: throw .closed
        case EAGAIN: break
        case let error: throw .system(errno: error)
        }
        guard let deadline else { return }
        let left = (deadline - .now) / .milliseconds(1)
        guard left > 0 else { throw .late }
        var polled = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        _ = unsafe poll(&polled, 1, Int32(min(left.rounded(.up), 60_000)))
    }
}
