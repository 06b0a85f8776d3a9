import Glibc

/// Reads lines from a file or a pipe as they arrive. The reader keeps only a limited part of a long line.
public final class LineReader {
    /// A line without its line feed.
    public struct Line {
        /// The first bytes of the line, at most the reader's `limit`.
        public let bytes: [UInt8]
        /// The length of the complete line, in bytes.
        public let length: Int

        public var isCut: Bool { length > bytes.count }
    }

    private let descriptor: Int32
    private let path: String
    private let limit: Int
    private let closes: Bool
    private var buffer = [UInt8](repeating: 0, count: 65536)
    private var start = 0
    private var end = 0
    private var isAtEnd = false

    /// Opens a file.
    ///
    /// - Parameter limit: the maximum number of bytes to keep of each line.
    public init(path: String, limit: Int) throws {
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError(.open, path) }
        self.path = path
        self.limit = limit
        closes = true
    }

    /// Reads from standard input.
    public init(standardInputLimit limit: Int) {
        descriptor = STDIN_FILENO
        path = "standard input"
        self.limit = limit
        closes = false
    }

    deinit {
        if closes { DatabaseFile.close(descriptor) }
    }

    /// The next line; nil at the end of the input. Blocks until a line is available. The last line may lack a line
    /// feed.
    public func next() throws -> Line? {
        if let feed = lineFeed() { return consume(upTo: feed) }
        var kept: [UInt8] = []
        var length = 0
        while true {
            let feed = lineFeed()
            let part = buffer[start..<(feed ?? end)]
            kept.append(contentsOf: part.prefix(limit - kept.count))
            length += part.count
            start = part.endIndex
            if feed != nil {
                start += 1
                return Line(bytes: kept, length: length)
            }
            guard try fill() else { return length > 0 ? Line(bytes: kept, length: length) : nil }
        }
    }

    /// Waits for the next line, and returns this line and the lines after it that are already in the buffer. Returns at
    /// most `most` lines. Returns an empty array at the end of the input.
    public func available(atMost most: Int) throws -> [Line] {
        guard let first = try next() else { return [] }
        var lines = [first]
        while lines.count < most, let feed = lineFeed() { lines.append(consume(upTo: feed)) }
        return lines
    }

    private func lineFeed() -> Int? {
        unsafe buffer.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress, let feed = unsafe memchr(base + start, 10, end - start) else {
                return nil
            }
            return unsafe UnsafeRawPointer(feed) - base
        }
    }

    private func consume(upTo feed: Int) -> Line {
        let line = Line(bytes: Array(buffer[start..<feed].prefix(limit)), length: feed - start)
        start = feed + 1
        return line
    }

    /// Blocks until bytes arrive or the given time has passed. Returns true if no bytes have arrived.
    public func isIdle(forMilliseconds time: Int32) -> Bool {
        guard start == end else { return false }
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return unsafe Glibc.poll(&polled, 1, time) == 0
    }

    private func fill() throws -> Bool {
        guard !isAtEnd else { return false }
        start = 0
        end = 0
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                end = count
                return true
            }
            if count == 0 {
                isAtEnd = true
                return false
            }
            guard errno == EINTR else { throw SystemError(.read, path) }
        }
    }
}
