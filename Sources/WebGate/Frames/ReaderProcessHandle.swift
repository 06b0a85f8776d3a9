import FileAccess
import NIOCore

/// A process that reads the QR symbols in camera frames. The process is killed when this value is destroyed.
struct ReaderProcessHandle: ~Copyable {
    private let process: SocketProcess
    private let memory: SharedMemory

    /// - Parameter command: the program and its arguments.
    /// - Throws: `SystemError` if the process can't be started.
    init(_ command: [String]) throws(SystemError) {
        let memory = try SharedMemory()
        process = try SocketProcess(command, sharing: memory)
        self.memory = memory
    }

    /// Waits until the process reports that it has started.
    ///
    /// - Returns: whether the process can read the shared memory. If it cannot, it has ended.
    /// - Throws: `FrameConnection.Fault.timedOut` if the process does not report this before the deadline.
    borrowing func start(before deadline: ContinuousClock.Instant) throws(FrameConnection.Fault) -> Bool {
        try process.connection(until: deadline).number(upTo: FrameConnection.noMemory) == FrameConnection.ready
    }

    /// Sends a frame to the process, and receives the texts of the symbols in the frame.
    borrowing func read(_ frame: Frame, before deadline: ContinuousClock.Instant) throws(FrameConnection.Fault)
        -> [[UInt8]]
    {
        let wire = process.connection(until: deadline)
        try unsafe frame.pixels.withUnsafeReadableBytes { bytes throws(FrameConnection.Fault) in
            try unsafe memory.write(bytes)
        }
        try wire.send(frame.width, frame.height, frame.depth.rawValue)
        var texts: [[UInt8]] = []
        for _ in 0..<(try wire.number(upTo: FrameConnection.maximumSymbolCount)) {
            texts.append(try wire.bytes(wire.number(upTo: FrameConnection.maximumTextLength)))
        }
        return texts
    }
}
