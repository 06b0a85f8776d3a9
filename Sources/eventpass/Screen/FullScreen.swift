import FileAccess
import Foundation

/// The whole window of the terminal at standard input and output: raw keys in, pages out.
///
/// Each line is put at its place, so that no character of an unexpected width can move another line.
final class FullScreen {
    private let terminal: Terminal
    private var shown: ScreenPage?
    private var isOpen = false
    private var buffer = [UInt8](repeating: 0, count: FullScreen.most)

    /// - Throws: `Failure` where there is no terminal that shows pages.
    init(_ terminal: Terminal, for action: String, hint: String) throws {
        let name = ProcessInfo.processInfo.environment["TERM"] ?? ""
        func refusal(_ reason: String) -> Failure { Failure(.usage, "\(action) \(reason)", hint: hint) }
        guard isatty(STDIN_FILENO) == 1 else { throw refusal("reads keys, and standard input is no terminal") }
        guard terminal.isTerminal else { throw refusal("shows a page, and standard output is no terminal") }
        guard name != "dumb" else { throw refusal("shows a page, which a terminal of TERM=dumb can't") }
        self.terminal = terminal
    }

    deinit { close() }

    /// Takes the terminal. What it showed before comes back with `close`.
    ///
    /// - Throws: `SystemError` when it is gone.
    func open() throws {
        guard !isOpen else { return }
        var settings = termios()
        guard tcgetattr(STDIN_FILENO, &settings) == 0 else { throw SystemError("read", "the terminal's settings") }
        TerminalReturn.keep(settings)
        isOpen = true
        // Signals too are keys here: a scanner may be set to type Ctrl-C behind a code.
        cfmakeraw(&settings)
        guard tcsetattr(STDIN_FILENO, TCSADRAIN, &settings) == 0 else {
            throw SystemError("change", "the terminal's settings")
        }
        shown = nil
        // A page of its own, no cursor, no lines that wrap, pastes in one piece.
        try write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?2004h\u{1B}[2J")
    }

    /// Gives the terminal back.
    func close() {
        isOpen = false
        TerminalReturn.giveBack()
    }

    var size: ScreenPage.Size {
        var window = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else {
            return ScreenPage.Size(columns: 80, rows: 24)
        }
        // A window is not larger than this; a size of 65535 is somebody's mistake.
        return ScreenPage.Size(columns: min(500, Int(window.ws_col)), rows: min(200, Int(window.ws_row)))
    }

    /// Forgets what is shown: the next page is drawn whole.
    func forget() { shown = nil }

    /// Draws what differs from the page before.
    ///
    /// - Throws: `Failure` when the terminal is gone.
    func draw(_ page: ScreenPage, ringing: Bell = .silent) throws {
        var text = shown == nil ? "\u{1B}[0m\u{1B}[2J" : ""
        if shown?.cursor != nil { text += "\u{1B}[?25l" }
        for (row, line) in page.lines.enumerated() {
            if let shown, row < shown.lines.count, shown.lines[row] == line { continue }
            // Emptied first: behind a whole line the cursor stands on its last character.
            text += "\u{1B}[\(row + 1);1H\u{1B}[K\(terminal.paint(shownText(line.text), line.colour))"
        }
        if let cursor = page.cursor { text += "\u{1B}[\(cursor.row + 1);\(cursor.column + 1)H\u{1B}[?25h" }
        shown = page
        try write(text + (ringing == .rings ? "\u{07}" : ""))
    }

    enum Bell { case silent, rings }

    /// What was typed, and what can be had behind it without waiting; empty when the terminal is gone. Waits.
    func read() -> [UInt8] {
        var typed: [UInt8] = []
        repeat {
            let count = Foundation.read(STDIN_FILENO, &buffer, buffer.count)
            guard count > 0 else { break }
            typed += buffer.prefix(count)
        } while typed.count < FullScreen.most && hasMore
        return typed
    }

    /// Bytes of input after which it is time to look at them.
    private static let most = 4096

    private var hasMore: Bool {
        var polled = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        return poll(&polled, 1, 0) > 0
    }

    private func shownText(_ text: String) -> String { terminal.isUTF8 ? text : text.ascii }

    private func write(_ text: String) throws {
        if !text.isEmpty { try StandardOutput.write(text) }
    }
}

extension Terminal {
    fileprivate func paint(_ text: String, _ colour: Colour?) -> String { colour.map { paint(text, $0) } ?? text }
}
