import FileAccess
import Foundation

/// Shows a page of text (`ScreenPage`) in the terminal's whole window, and draws it again at intervals, until the user
/// quits.
final class RefreshingScreen {
    enum End {
        case key
        /// A signal ended the session. If the terminal was closed, the signal is `SIGHUP`.
        case signal(Int32)
    }

    private let screen: FullScreenTerminal
    private let signals: ScreenSignals
    private let delay: () -> Int32
    private let page: (ScreenPage.Size) throws -> ScreenPage

    /// - Parameters:
    ///   - delay: the number of milliseconds until the page must be drawn again.
    ///   - page: renders the page for a window size. Also called after a key press, and after the window is resized.
    init(
        on screen: FullScreenTerminal, waiting delay: @escaping () -> Int32,
        page: @escaping (ScreenPage.Size) throws -> ScreenPage
    ) throws {
        self.screen = screen
        self.delay = delay
        self.page = page
        signals = try ScreenSignals()
    }

    /// Shows the page until the user or a signal ends the session. The terminal is always restored.
    func run() throws -> End {
        defer { screen.close() }
        try screen.open()
        while true {
            try screen.draw(page(screen.size))
            if let end = try wait() { return end }
        }
    }

    /// Waits for the end of the delay, a key or a signal. Returns nil if the session continues.
    private func wait() throws -> End? {
        var polled = [STDIN_FILENO, signals.descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        let ready = poll(&polled, 2, max(0, delay()))
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
