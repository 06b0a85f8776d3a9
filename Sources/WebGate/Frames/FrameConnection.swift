import FileAccess

/// The protocol between the server and a reader process, which reads the QR symbols in camera frames. A pair of sockets
/// connects the server and the process. The server writes the pixels of a frame into memory that it shares with the
/// process. Then it sends the frame's width, height and depth. The answer consists of the number of symbols, and then
/// the length and the text of each symbol.
enum FrameConnection {
    /// The largest number of bytes that a QR symbol can contain (ISO/IEC 18004).
    static let maximumTextLength = 2953
    /// The largest number of symbols in one answer.
    static let maximumSymbolCount = 64
    /// The number that the reader process sends as soon as it has started, before the server sends the first frame.
    static let ready = 0
    /// The number that the reader process sends instead of `ready` if it cannot map the shared memory. The process then
    /// ends.
    static let noMemory = 1

    typealias Fault = SocketConnection.Fault
}
