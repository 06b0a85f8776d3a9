import Glibc
import SymbolReader

/// The other end of `FrameReaders`: a process that reads frames, and may be ended at any moment, since a hostile picture
/// keeps the reader of symbols busy for as long as it likes.
public enum ReaderProcess {
    /// Seconds for one frame, after which the process ends itself: whoever wanted the answer has given up by then.
    private static let seconds: UInt32 = 10

    /// Reads frames from standard input, a socket, until that is closed.
    public static func run() {
        // It shares nothing with the server: no store, no connection.
        for descriptor in (STDERR_FILENO + 1)..<4096 { close(descriptor) }
        let wire = FrameWire(descriptor: STDIN_FILENO, deadline: nil)
        do {
            try wire.send(FrameWire.ready)
            while true {
                let width = try wire.number(upTo: Frame.longest)
                let height = try wire.number(upTo: Frame.longest)
                let luminance = try wire.bytes(width * height)
                alarm(seconds)
                let texts = texts(luminance, width: width, height: height)
                alarm(0)
                try wire.send(texts.count)
                for text in texts {
                    try wire.send(text.count)
                    try wire.send(text)
                }
            }
        } catch {
            // The server has gone, or ended this process's work: nobody is there to be told.
        }
    }

    private static func texts(_ luminance: [UInt8], width: Int, height: Int) -> [[UInt8]] {
        do {
            let symbols = try SymbolReader.read(luminance: luminance, width: width, height: height)
            return symbols.map(\.bytes).filter { (1...FrameWire.longestText).contains($0.count) }
                .prefix(FrameWire.mostSymbols).map(\.self)
        } catch {
            // Nothing was read in it.
            return []
        }
    }
}
