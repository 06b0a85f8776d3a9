import FileAccess
import Glibc
import SymbolReader

/// A process that reads the QR symbols in camera frames for `FrameReaderPool`. A hostile frame could keep the process
/// busy forever, so the server kills the process if it takes too long.
public enum ReaderProcess {
    /// The number of seconds after which the process ends itself if it is still reading the same frame. By then, the
    /// server no longer waits for the frame.
    private static let seconds: UInt32 = 10

    /// Reads frames from the socket at standard input until the socket is closed.
    public static func run() {
        let wire = SocketConnection(descriptor: STDIN_FILENO, deadline: nil)
        do {
            guard let memory = InheritedMemory(size: Frame.maximumSide * Frame.maximumSide) else {
                try wire.send(FrameConnection.noMemory)
                return
            }
            // Closes the descriptors that the process inherited, and removes the rights of the process. So the process
            // can reach neither the store nor the server’s connections. If the kernel cannot remove the rights, the
            // process reads frames nevertheless: a gate that reads no symbols would stop the event.
            _ = Sandbox.lock()
            try wire.send(FrameConnection.ready)
            while true {
                let width = try wire.number(upTo: Frame.maximumSide)
                let height = try wire.number(upTo: Frame.maximumSide)
                guard let depth = Frame.Depth(rawValue: try wire.number(upTo: Frame.Depth.eight.rawValue)) else {
                    return
                }
                alarm(seconds)
                let length = Frame.length(width: width, height: height, depth: depth)
                let texts = memory.withBytes(length) { pixels in
                    switch depth {
                    case .four: symbolTexts(Frame.unpacked(pixels).span, width: width, height: height)
                    case .eight: symbolTexts(pixels, width: width, height: height)
                    }
                }
                alarm(0)
                try wire.send(
                    texts.reduce(into: SocketConnection.bytes(of: texts.count)) { answer, text in
                        answer += SocketConnection.bytes(of: text.count) + text
                    })
            }
        } catch {
            // The server has closed the socket or has sent an invalid number. The process ends.
        }
    }

    private static func symbolTexts(_ luminance: Span<UInt8>, width: Int, height: Int) -> [[UInt8]] {
        do {
            let symbols = try SymbolReader.read(luminance: luminance, width: width, height: height)
            return symbols.map(\.bytes).filter { (1...FrameConnection.maximumTextLength).contains($0.count) }
                .prefix(FrameConnection.maximumSymbolCount).map(\.self)
        } catch {
            // A frame that cannot be read is treated as a frame without symbols.
            return []
        }
    }
}
