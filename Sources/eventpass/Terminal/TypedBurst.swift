import FileAccess
import Foundation

/// What a scanner types in one go, with whatever ends it: a terminal that waits for lines would keep a Tab for itself.
enum TypedBurst {
    /// Milliseconds of silence after which a scanner has ended.
    private static let silence: Int32 = 500
    /// What comes after these bytes is left where it is.
    private static let longest = 4096

    /// Waits for the first byte of standard input, and reads on until nothing more comes. Empty at the end of the input.
    ///
    /// - Parameter ask: says what to scan, when the terminal is ready for it.
    /// - Throws: `SystemError`; what `ask` throws.
    static func read(_ ask: () throws -> Void) throws -> [UInt8] {
        let bell = Interrupt.watch()
        defer { Interrupt.unwatch() }
        let keys = TerminalMode(singleKeysOf: STDIN_FILENO)
        defer {
            keys.restore()
            if Interrupt.isPressed { Interrupt.die() }
        }
        try ask()
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: longest)
        while bytes.count < longest, try waits(for: bell, milliseconds: bytes.isEmpty ? -1 : silence) {
            let count = Foundation.read(STDIN_FILENO, &block, longest - bytes.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw SystemError("read", "standard input") }
            // Ctrl-D is a byte when keys come one by one.
            if count == 0 || (keys.isChanged && bytes.isEmpty && block[0] == 0x04) { break }
            bytes += block.prefix(count)
        }
        return bytes
    }

    /// False when nothing came for so long, or the bell rang.
    private static func waits(for bell: Int32, milliseconds: Int32) throws -> Bool {
        var polled = [STDIN_FILENO, bell].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        var found = poll(&polled, 2, milliseconds)
        while found < 0, errno == EINTR { found = poll(&polled, 2, milliseconds) }
        guard found >= 0 else { throw SystemError("wait for", "standard input") }
        return found > 0 && polled[1].revents == 0
    }
}

extension TerminalMode {
    /// Each key comes as it is pressed, and none is shown. Ctrl-C stays what it is.
    fileprivate init(singleKeysOf descriptor: Int32) {
        self.init(of: descriptor) { settings in
            settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
            // CR and LF stay apart.
            settings.c_iflag &= ~tcflag_t(ICRNL | INLCR | IGNCR)
        }
    }
}
