import FileAccess
import NIOCore

/// A process that reads the QR symbols in camera frames. The process is killed when this value is destroyed.
struct ReaderProcessHandle: ~Copyable {
    private let process: SocketProcess

    /// Starts a reader process.
    ///
    /// - Parameter command: the program and its arguments.
    /// - Throws: `SystemError` if the process can't be started.
    init(_ command: [String]) throws(SystemError) {
        process = try SocketProcess(command)
    }

    /// Waits until the process reports that it has started.
    ///
    /// - Throws: `FrameConnection.Fault.timedOut` if the process does not report this before the deadline.
    borrowing func start(before deadline: ContinuousClock.Instant) throws(FrameConnection.Fault) {
        _ = try process.connection(until: deadline).number(upTo: FrameConnection.ready)
    }

    /// Sends a frame to the process, and receives the texts of the symbols in the frame.
    borrowing func read(_ frame: Frame, before deadline: ContinuousClock.Instant) throws(FrameConnection.Fault)
        -> [[UInt8]]
    {
        let wire = process.connection(until: deadline)
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
}
