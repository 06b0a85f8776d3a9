import FileAccess
import Foundation
import Languages
import QRSymbol
import TicketToken
import Ticketing

/// Shows a ticket on the whole window until the user quits. The ticket's live code changes every 30 seconds.
final class LiveTicketSession {
    enum End {
        case key
        /// A signal ended the session. If the terminal was closed, the signal is `SIGHUP`.
        case signal(Int32)
    }

    private let page: LiveTicketPage
    private let key: LiveKey
    private let screen: FullScreenTerminal
    private let signals: ScreenSignals

    init(_ page: LiveTicketPage, _ key: LiveKey, on screen: FullScreenTerminal) throws {
        self.page = page
        self.key = key
        self.screen = screen
        signals = try ScreenSignals()
    }

    /// Shows the ticket until the user or a signal ends the session. The terminal is always restored.
    func run() throws -> End {
        defer { screen.close() }
        try screen.open()
        while true {
            try show(at: Instant.now())
            if let end = try wait() { return end }
        }
    }

    private func show(at now: Instant) throws {
        let left = LiveKey.stepSeconds - now.seconds % LiveKey.stepSeconds
        try screen.draw(page.screen(try key.code(at: now), secondsLeft: left, screen.size))
    }

    /// Waits for the next second, a key or a signal. Returns nil if the session continues.
    private func wait() throws -> End? {
        var polled = [STDIN_FILENO, signals.descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        let rest = 1000 - Instant.now().milliseconds % 1000
        let ready = poll(&polled, 2, Int32(rest))
        guard ready >= 0 || errno == EINTR else { throw SystemError(.waitForTerminal) }
        if ready > 0, polled[1].revents != 0, let end = try handle(signals.pending()) { return end }
        guard ready > 0, polled[0].revents != 0 else { return nil }
        let bytes = screen.read()
        if bytes.isEmpty { return .signal(SIGHUP) }
        // Ctrl-C, Ctrl-D or q ends the session; Ctrl-Z suspends it.
        if bytes.contains(where: { [3, 4, UInt8(ascii: "q"), UInt8(ascii: "Q")].contains($0) }) { return .key }
        if bytes.contains(26) { try suspend() }
        return nil
    }

    private func handle(_ kinds: [ScreenSignals.Kind]) throws -> End? {
        for kind in kinds {
            switch kind {
            case .resized: screen.invalidate()
            case .stop: try suspend()
            case .continued:
                // The shell used the terminal while the program was stopped.
                screen.close()
                try screen.open()
            case .end(SIGINT): return .key
            case .end(let number): return .signal(number)
            }
        }
        return nil
    }

    private func suspend() throws {
        screen.close()
        signals.stop()
        try screen.open()
    }
}

/// The screen of a ticket with its live code.
struct LiveTicketPage {
    let token: String
    let details: [String]
    let terminal: Terminal

    /// Renders the screen for a window size.
    ///
    /// - Parameters:
    ///   - code: the current live code.
    ///   - seconds: the number of seconds until the next code.
    /// - Returns: the screen. If the window is too small for the symbol, the screen shows the window size that the
    ///   symbol needs.
    /// - Throws: `QRSymbolError` if the token and the code do not fit into a symbol.
    func screen(_ code: String, secondsLeft seconds: Int64, _ size: ScreenPage.Size) throws -> ScreenPage {
        let symbol = try QRSymbol(token + code)
        let width = try symbol.terminalColumns(terminal.symbolStyle)
        var lines: [ScreenLine]
        do {
            let drawn = try symbol.terminalBlocks(terminal.symbolStyle, columns: size.columns)
                .split(separator: "\n").map(String.init)
            guard drawn.count < size.rows else {
                throw QRSymbolError.tooNarrow(columns: size.columns, needed: width)
            }
            let sideBySide = SideBySide.lines(symbol: drawn, width: width, details: details, columns: size.columns)
            lines = (sideBySide ?? drawn).map { ScreenLine($0) }
        } catch QRSymbolError.tooNarrow {
            let rows = width / 2 + 2
            lines = [
                line(.windowSize, ["columns": "\(size.columns)", "rows": "\(size.rows)"], size),
                line(.neededSize, ["columns": "\(width)", "rows": "\(rows)"], size),
            ]
        }
        lines = Array(lines.prefix(size.rows - 1))
        lines += (lines.count..<size.rows - 1).map { _ in ScreenLine("") }
        lines.append(line(.foot, ["code": .text(code), "seconds": "\(seconds)"], size, .dim))
        return ScreenPage(lines: lines, cursor: nil)
    }

    private func line(
        _ text: Text, _ arguments: [String: SentenceArgument], _ size: ScreenPage.Size,
        _ colour: Terminal.Colour? = nil
    ) -> ScreenLine {
        ScreenLine(Language.ofCommandLine.text(text, arguments).cut(toColumns: size.columns), colour)
    }

    enum Text: String, SentenceKey {
        static let subject = "liveTicket"

        case windowSize = "The window has {columns} × {rows} characters."
        case neededSize = "The symbol needs {columns} × {rows}."
        case foot = "live code {code}, next in {seconds} s · q or Ctrl-C ends"
    }
}
