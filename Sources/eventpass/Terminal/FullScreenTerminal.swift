import FileAccess
import Foundation
import Languages
import Synchronization

/// The terminal's whole window. The program reads each key press from standard input, and draws screens on standard
/// output.
///
/// Each line is drawn at a fixed position, so that a character of an unexpected width cannot move other lines.
final class FullScreenTerminal {
    private let terminal: Terminal
    private var displayed: ScreenPage?
    private var isOpen = false
    private var buffer = [UInt8](repeating: 0, count: FullScreenTerminal.maximumInput)

    /// Checks that the terminal can show a full screen. Changes nothing until `open` is called.
    ///
    /// - Parameters:
    ///   - action: the command that needs the full screen, for the error message.
    ///   - hint: the hint of the error.
    /// - Throws: `CommandFailure` if there is no terminal that can show a full screen.
    init(_ terminal: Terminal, for action: String, hint: Sentence) throws {
        let name = ProcessInfo.processInfo.environment["TERM"] ?? ""
        func refusal(_ text: Text) -> CommandFailure {
            CommandFailure(.usage, text, ["command": .text(action)], hint: hint)
        }
        guard isatty(STDIN_FILENO) == 1 else { throw refusal(.needsInput) }
        guard terminal.isTerminal else { throw refusal(.needsOutput) }
        guard name != "dumb" else { throw refusal(.needsFullScreen) }
        self.terminal = terminal
    }

    deinit { close() }

    /// Switches the terminal to the alternate screen and to raw mode, in which each key press arrives at once and is
    /// not echoed. `close` restores the terminal.
    ///
    /// - Throws: `SystemError` if the terminal was closed.
    func open() throws {
        guard !isOpen else { return }
        var settings = termios()
        guard tcgetattr(STDIN_FILENO, &settings) == 0 else { throw SystemError(.readTerminalSettings) }
        TerminalRestorer.save(settings)
        isOpen = true
        // In raw mode, Ctrl-C sends no signal. This is necessary because some scanners type Ctrl-C after a code.
        cfmakeraw(&settings)
        guard tcsetattr(STDIN_FILENO, TCSADRAIN, &settings) == 0 else {
            throw SystemError(.changeTerminalSettings)
        }
        displayed = nil
        // Selects the alternate screen, hides the cursor, disables line wrap and enables bracketed paste.
        try write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?2004h\u{1B}[2J")
    }

    func close() {
        isOpen = false
        TerminalRestorer.restore()
    }

    var size: ScreenPage.Size {
        var window = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else {
            return ScreenPage.Size(columns: 80, rows: 24)
        }
        // Limits the size, because terminals sometimes report nonsense, such as 65,535 columns.
        return ScreenPage.Size(columns: min(500, Int(window.ws_col)), rows: min(200, Int(window.ws_row)))
    }

    /// Makes the next `draw` redraw the whole screen.
    func invalidate() { displayed = nil }

    /// Draws the lines that have changed since the last call.
    ///
    /// - Throws: `CommandFailure` if the terminal was closed.
    func draw(_ page: ScreenPage, ringing: Bell = .silent) throws {
        var text = displayed == nil ? "\u{1B}[0m\u{1B}[2J" : ""
        if displayed?.cursor != nil { text += "\u{1B}[?25l" }
        for (row, line) in page.lines.enumerated() {
            if let displayed, row < displayed.lines.count, displayed.lines[row] == line { continue }
            // Clear the line before writing it. After a line of full width, the cursor is on the line's last character,
            // so clearing the rest of the line would remove this character.
            text += "\u{1B}[\(row + 1);1H\u{1B}[K\(terminal.paint(displayText(line.text), line.colour))"
        }
        if let cursor = page.cursor { text += "\u{1B}[\(cursor.row + 1);\(cursor.column + 1)H\u{1B}[?25h" }
        displayed = page
        try write(text + (ringing == .rings ? "\u{07}" : ""))
    }

    enum Bell { case silent, rings }

    /// Waits for input and returns the available bytes. Returns no bytes if the terminal was closed.
    func read() -> [UInt8] {
        var typed: [UInt8] = []
        repeat {
            let count = Foundation.read(STDIN_FILENO, &buffer, buffer.count)
            guard count > 0 else { break }
            typed += buffer.prefix(count)
        } while typed.count < FullScreenTerminal.maximumInput && hasMore
        return typed
    }

    private static let maximumInput = 4096

    private var hasMore: Bool {
        var polled = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        return poll(&polled, 1, 0) > 0
    }

    private func displayText(_ text: String) -> String { terminal.isUTF8 ? text : text.ascii }

    private func write(_ text: String) throws {
        if !text.isEmpty { try StandardOutput.write(text) }
    }

    enum Text: String, SentenceKey {
        static let subject = "fullScreenTerminal"

        case needsInput = "{command} needs a terminal as standard input"
        case needsOutput = "{command} needs a terminal as standard output"
        case needsFullScreen =
            "{command} needs a terminal that can show a full screen; a terminal with TERM=dumb cannot"
    }
}

extension Terminal {
    fileprivate func paint(_ text: String, _ colour: Colour?) -> String { colour.map { paint(text, $0) } ?? text }
}

/// Restores the terminal, even after a crash. All functions except `save` are async-signal-safe.
enum TerminalRestorer {
    /// The address of the memory that contains the terminal's original settings; 0 if there is nothing to restore.
    private static let before = Atomic<UInt>(0)
    private static let fatalSignals = [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS, SIGQUIT]
    /// Disables bracketed paste, resets the colours, enables line wrap, shows the cursor and selects the normal screen.
    private static let resetSequence: StaticString = "\u{1B}[?2004l\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

    /// Saves the terminal's original settings and installs handlers that restore the terminal after a crash.
    static func save(_ settings: termios) {
        let kept = UnsafeMutablePointer<termios>.allocate(capacity: 1)
        kept.initialize(to: settings)
        guard before.exchange(UInt(bitPattern: kept), ordering: .sequentiallyConsistent) == 0 else { return }
        for number in fatalSignals {
            signal(number) { number in
                TerminalRestorer.restore()
                signal(number, SIG_DFL)
                raise(number)
            }
        }
    }

    /// Restores the terminal. A second call has no effect.
    static func restore() {
        let address = before.exchange(0, ordering: .sequentiallyConsistent)
        guard let settings = UnsafePointer<termios>(bitPattern: address) else { return }
        _ = write(STDOUT_FILENO, resetSequence.utf8Start, resetSequence.utf8CodeUnitCount)
        // The memory with the settings is never freed, because a signal handler must not free memory.
        tcsetattr(STDIN_FILENO, TCSANOW, settings)
    }
}
